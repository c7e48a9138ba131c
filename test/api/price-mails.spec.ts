import type { BoardChanged } from '@tessera/contract/boards';
import type { ContentDetails } from '@tessera/contract/content';
import { drawPicture } from '../support/picture.ts';
import { linkIn, startMailServer } from '../support/servers/mail-server.ts';
import type { MailServer } from '../support/servers/mail-server.ts';
import { until } from '../support/until.ts';
import { TestClock } from '../support/worlds/accounts-app.ts';
import { get, patch, post, publish, signUpBrand, signUpCreator, upload } from '../support/worlds/client.ts';
import { startWholeApp } from '../support/worlds/whole-app.ts';
import type { WholeApp } from '../support/worlds/whole-app.ts';

jest.setTimeout(60_000);
const dayMs = 86_400_000;

let mail: MailServer;
let whole: WholeApp;
const clock = new TestClock();

beforeAll(async () => {
  mail = await startMailServer();
  whole = await startWholeApp({ MAIL_URL: mail.url, JWT_SECRET: 'x'.repeat(32) }, clock);
});
afterAll(async () => {
  await whole.close();
  await mail.close();
});

it('[GAL-11] a brand that asked for it is told once a day which saved items cost less: once per price drop, and never of an increase', async () => {
  const { url, config } = whole;
  const creator = await signUpCreator(url);
  const [watcher, other] = [await signUpBrand(url), await signUpBrand(url)];
  const put = async (seed: number, title: string) => {
    const id = await upload(url, creator.token, new Uint8Array(await drawPicture(seed, 200, 150)));
    return (await publish(url, creator.token, id, { title })).id;
  };
  const [quay, dawn, rain] = [await put(1, 'Quay'), await put(2, 'Dawn'), await put(3, 'Rain')];
  /** Sets the price of the cheapest license. */
  const price = async (id: string, title: string, oneTimePrice: number) => {
    const offers = { offerOneTime: true, offerSixMonth: true, offerPerpetual: true };
    const listing = {
      title,
      description: '',
      tags: [],
      ...offers,
      oneTimePrice,
      sixMonthPrice: 250,
      perpetualPrice: 500,
    };
    await patch(`${url}/api/content/${id}`, listing, { token: creator.token });
    await until('the price has changed', async () => {
      const { from_price } = await get<ContentDetails>(`${url}/api/content/${id}`);
      return from_price === oneTimePrice;
    });
  };
  for (const { token } of [watcher, other])
    await post<BoardChanged>(`${url}/api/boards`, { name: 'Spring', content_ids: [quay, dawn, rain] }, { token });

  await price(quay, 'Quay', 20);
  await patch(`${url}/api/profile/mails`, { mail: 'price_fallen', wanted: true }, { token: watcher.token });
  const first = await mail.mailTo(watcher.email);
  expect(first.subject).toBe('Price drop: “Quay”');
  expect(first.text).toContain('“Quay” is now $20.00, down from $25.00.');
  expect(linkIn(first)).toBe(`${config.publicUrl}/brand/marketplace/${quay}`);

  // That day’s email is sent, so changes from now on are in tomorrow’s.
  await price(dawn, 'Dawn', 10);
  await price(rain, 'Rain', 40);
  await price(quay, 'Quay', 15);
  clock.pass(dayMs);
  const second = await mail.mailTo(watcher.email, 2);
  expect(second.subject).toBe('Price drop: 2 items you saved');
  expect(second.text).toContain('“Quay” is now $15.00, down from $20.00.');
  expect(second.text).toContain('“Dawn” is now $10.00, down from $25.00.');
  expect(linkIn(second)).toBe(`${config.publicUrl}/brand/boards`);
  expect(mail.to(watcher.email)).toHaveLength(2);
  expect(mail.to(other.email)).toEqual([]);
});
