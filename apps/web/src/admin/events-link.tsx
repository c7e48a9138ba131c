import { paths } from '../paths.ts';
import { TextLink } from '../ui/controls/text-link.tsx';

/** The name of something, with the way to what the log has of it. */
export const EventsLink = ({ of, name }: { of: string; name: string }) => (
  <TextLink
    to={paths.admin.eventsOf(of)}
    aria-label={`${name}: show the events`}
    fontWeight="500"
    overflowWrap="anywhere"
  >
    {name}
  </TextLink>
);
