import { paths } from '../paths.ts';
import { TextLink } from '../ui/controls/text-link.tsx';

/** The name of something, as a link to the events of its stream. */
export const EventsLink = ({ of, name }: { of: string; name: string }) => (
  <TextLink to={paths.admin.eventsOf(of)} aria-label={`${name}: show events`} fontWeight="500" overflowWrap="anywhere">
    {name}
  </TextLink>
);
