/** The toasts after a change of the email settings. */
export const saveMessages = {
  saved: 'Email settings saved',
  failed: 'Email settings not saved',
  unexplained: 'Please try again.',
  notSignedIn: 'You must be logged in to change your email settings',
};
