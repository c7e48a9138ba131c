import { IsBoolean, IsString, Length } from 'class-validator';

const idMaxCharacters = 100;
const which = { message: 'Please say which notification was read.' };

/** Marks one's own notifications as read. */
export class ReadNotificationsForm {
  @Length(1, idMaxCharacters, which)
  @IsString(which)
  notification_id = '';

  /** Whether everything older was read with it. */
  @IsBoolean({ message: 'Please say whether older notifications were read as well.' })
  and_older = false;
}
