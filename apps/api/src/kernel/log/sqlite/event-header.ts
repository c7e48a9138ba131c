import type { EventMetadata } from '@tessera/domain/kernel/event';

const idChars = 36;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** One line each: id, actor, correlation, and causation if there is one. @throws if it could not be parsed again */
export const encodeHeader = (id: string, { actor, correlation, causation }: EventMetadata): string => {
  if (!uuid.test(id)) throw new Error(`An event's id must be a lower-case UUID, not "${id}"`);
  const metadata = causation === null ? `${actor}\n${correlation}` : `${actor}\n${correlation}\n${causation}`;
  if (metadata.split('\n').length !== (causation === null ? 2 : 3)) {
    throw new Error(`Event ${id}: actor, correlation and causation must not contain line breaks`);
  }
  return `${id}\n${metadata}`;
};

export const idOf = (head: string): string => head.slice(0, idChars);

export const idBytes = (id: string): Uint8Array => Buffer.from(id.replaceAll('-', ''), 'hex');

export const metadataOf = (head: string): EventMetadata => {
  const actorEnd = head.indexOf('\n', idChars + 1);
  const correlationEnd = head.indexOf('\n', actorEnd + 1);
  const actor = head.slice(idChars + 1, actorEnd);
  return correlationEnd === -1
    ? { actor, correlation: head.slice(actorEnd + 1), causation: null }
    : { actor, correlation: head.slice(actorEnd + 1, correlationEnd), causation: head.slice(correlationEnd + 1) };
};
