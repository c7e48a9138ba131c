/** What the features that write emails use. */
export { retryForMs } from './deliveries.ts';
export { MailFailures } from './mail-failures.ts';
export { MailKinds } from './mail-kinds.ts';
export { MailRequests } from './mail-requests.ts';
export type { MailRequest } from './mail-requests.ts';
export { MailsModule } from './mails.module.ts';
export { messageIdOf, noticeOfMail } from './notice.ts';
export type { AnyNotice } from './notice.ts';
export { NoticeStartDates } from './notice-start-dates.ts';
