import type { Fault } from './fault.ts';
import { live } from './live.ts';
import { log } from './log.ts';
import { mails } from './mails.ts';
import { media } from './media.ts';
import { money } from './money.ts';
import { rights } from './rights.ts';
import { web } from './web.ts';

export const allFaults: readonly Fault[] = [...money, ...rights, ...log, ...live, ...mails, ...media, ...web];
