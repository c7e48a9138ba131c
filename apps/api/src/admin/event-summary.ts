import { definitions } from '@tessera/domain/catalog';
import type { EventSummary } from '@tessera/contract/admin';
import type { RecordedEvent } from '@tessera/domain/kernel/event';
import { isFields, replacedAt } from '@tessera/domain/kernel/fields';

const sentenceOf = ({ type, version, data }: RecordedEvent) => {
  const definition = definitions.get(type);
  return definition && version <= definition.version ? definition.audit(data) : `${type} happened.`;
};

export const summaryOf = (event: RecordedEvent): EventSummary => ({
  position: event.position,
  id: event.id,
  type: event.type,
  stream: event.stream,
  revision: event.revision,
  recorded_at: event.recordedAt,
  actor: event.metadata.actor,
  correlation: event.metadata.correlation,
  sentence: sentenceOf(event),
});

const mask = '•••• (personal)';

/** The event's data with personal fields masked: an audit needs to know that a phone number changed, not the number. */
export const maskedData = (event: RecordedEvent): unknown => {
  const { type, data } = event;
  const paths: readonly string[] = definitions.get(type)?.personal?.fields ?? [];
  return isFields(data) ? paths.reduce((masked, path) => replacedAt(masked, path, () => mask), data) : data;
};
