import { defineView } from '../kernel/view.ts';
import type { MailPart } from './mail-part.ts';

/** One kind of email as a view of its own, to fold it alone. */
export const viewOf = <Document>({ on }: MailPart<Document>) => defineView<Document>({ name: 'part', version: 1, on });
