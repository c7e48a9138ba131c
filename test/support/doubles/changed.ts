/** The same in all but what is given: a port's methods may lie in a class, where a spread would miss them. */
export const changed = <Of extends object>(of: Of, changes: Partial<Of>): Of =>
  Object.assign(Object.create(of) as Of, changes);
