import type { NotificationPage } from '@tessera/contract/notifications';
import type { PayoutRunDetails } from '@tessera/contract/money/payout-runs';
import { checkout, get, pay, post, renew, signIn, signInAdmin } from '../support/worlds/client.ts';
import type { Account } from '../support/worlds/client.ts';
import { until } from '../support/until.ts';
import { joinAsBrand, joinAsCreator, publishWork } from './open-shop.ts';
import { dayMs } from './story.ts';
import type { Happening, LicenseType, Told } from './story.ts';
import { tellFrom } from './told-time.ts';

/** An access token is valid for 15 minutes, and an idle session ends after thirty days. */
const renewAfterMs = 10 * 60_000;
const idleMs = 25 * dayMs;

/** The demo's people with their sessions, which are started and renewed as needed. */
export class People {
  readonly #url: string;
  readonly #accounts = new Map<string, { readonly account: Account; readonly since: number }>();

  constructor(url: string) {
    this.#url = url;
  }

  keep(key: string, account: Account, since = Date.now()) {
    this.#accounts.set(key, { account, since });
    return account;
  }

  async get(key: string): Promise<Account> {
    const kept = this.#accounts.get(key);
    if (!kept) throw new Error(`Nobody in the demo is called ${key}`);
    const age = Date.now() - kept.since;
    if (age < renewAfterMs) return kept.account;
    return this.keep(key, await (age < idleMs ? renew : signIn)(this.#url, kept.account));
  }

  /** For the next start, when their sessions have ended. */
  get known(): readonly (readonly [string, Account])[] {
    return [...this.#accounts].map(([key, { account }]) => [key, account]);
  }
}

/** Addresses in one of the networks reserved for examples. */
const placesMax = 254;

interface Offer {
  readonly id: string;
  readonly licenseType: LicenseType;
}

export const buy = async (url: string, { token }: Account, offers: readonly Offer[]) => {
  const { order_id } = await checkout(url, token, offers);
  return pay(url, token, order_id);
};

interface Teller {
  readonly url: string;
  readonly told: Told;
  readonly adminEmail: string;
  readonly adminPassword: string;
}

const found = <Entry>(entry: Entry | undefined, what: string): Entry => {
  if (entry === undefined) throw new Error(`The demo has no ${what}`);
  return entry;
};

/** Makes the story happen, each part at its time. Returns the people, and the items for sale by file name. */
export const tell = async ({ url, told, adminEmail, adminPassword }: Teller, story: readonly Happening[]) => {
  const people = new People(url);
  const items = new Map<string, string>();
  const licenses = new Map<number, readonly string[]>();
  const codes = new Map<string, string>();
  let places = 0;
  /** A different address each time: each address may send only so many requests a minute. */
  const elsewhere = () => {
    places = (places % placesMax) + 1;
    return { 'x-forwarded-for': `198.51.100.${places}` };
  };
  const admin = () => signInAdmin(url, adminPassword, { headers: elsewhere() }, adminEmail);

  /** Each creator has one code for everyone they refer. */
  const codeOf = async (key: string) => {
    const { token } = await people.get(key);
    const code = codes.get(key) ?? (await post<{ code: string }>(`${url}/api/referral-codes`, {}, { token })).code;
    codes.set(key, code);
    return code;
  };

  const publishOne = async (file: string) => {
    const work = found(
      told.catalog.find((one) => one.file === file),
      file,
    );
    const creator = found(
      told.creators.find(({ key }) => key === work.by),
      work.by,
    );
    items.set(file, await publishWork(url, await people.get(work.by), creator, work));
  };

  const payOut = async () => {
    const token = await admin();
    const runs = `${url}/api/admin/payout-runs`;
    const { id } = await post<{ id: string }>(runs, {}, { token });
    const comesTo = (status: string) =>
      until(`the payout run is ${status}`, async () => {
        const run = await get<PayoutRunDetails>(`${runs}/${id}`, { token }).catch(() => null);
        return run?.status === status;
      });
    await comesTo('prepared');
    await post(`${runs}/${id}/send`, {}, { token });
    await comesTo('closed');
  };

  /** The sandbox's own page plays the bank; it lists the newest charge first. */
  const dispute = async (sale: number) => {
    const page = await (await fetch(`${url}/dev/sandbox`)).text();
    const charges = [...page.matchAll(/charges\/[^"/]+\/dispute/g)];
    const since = [...licenses.keys()].reverse().indexOf(sale);
    const [path] = found(charges[since], `charge of sale ${sale}`);
    const { ok, status } = await fetch(`${url}/dev/sandbox/${path}`, { method: 'POST' });
    if (!ok) throw new Error(`The dispute was refused: ${status}`);
  };

  const look = (kind: 'view' | 'cart', id: string, token?: string) => {
    const headers = { 'user-agent': 'Mozilla/5.0', ...elsewhere() };
    return post(`${url}/api/looks`, { kind, id }, token ? { token, headers } : { headers });
  };

  const lookAt = async (id: string, times: number, by: string) => {
    const { token } = await people.get(by);
    await Promise.all(Array.from({ length: times }, () => look('view', id)));
    await look('cart', id, token);
  };

  const readNotifications = async (key: string) => {
    const { token } = await people.get(key);
    const [newest] = (await get<NotificationPage>(`${url}/api/notifications`, { token })).items;
    if (!newest) return;
    await post(`${url}/api/notifications/read`, { notification_id: newest.id, and_older: true }, { token });
  };

  const licenseOf = (sale: number) => found(licenses.get(sale)?.[0], `license of sale ${sale}`);

  const happen = async (happening: Happening): Promise<unknown> => {
    switch (happening.kind) {
      case 'creator joins': {
        const creator = found(
          told.creators.find(({ key }) => key === happening.who),
          happening.who,
        );
        const code = creator.referredBy ? await codeOf(creator.referredBy) : undefined;
        return people.keep(creator.key, await joinAsCreator(url, creator, code));
      }
      case 'brand joins': {
        const brand = found(
          told.brands.find(({ key }) => key === happening.who),
          happening.who,
        );
        return people.keep(brand.key, await joinAsBrand(url, brand));
      }
      case 'published':
        return publishOne(happening.file);
      case 'taken down': {
        const { by } = found(
          told.catalog.find(({ file }) => file === happening.file),
          happening.file,
        );
        const { token } = await people.get(by);
        await post(`${url}/api/content/${items.get(happening.file)}/withdraw`, {}, { token });
        return items.delete(happening.file);
      }
      case 'sold': {
        const offers = happening.lines.map(({ file, licenseType }) => ({
          id: found(items.get(file), file),
          licenseType,
        }));
        const { license_ids } = await buy(url, await people.get(happening.to), offers);
        return licenses.set(happening.sale, license_ids);
      }
      case 'refund asked': {
        const sold = found(
          story.find((one) => one.kind === 'sold' && one.sale === happening.sale),
          'such sale',
        );
        const { token } = await people.get(sold.kind === 'sold' ? sold.to : '');
        const body = { reason: happening.why };
        return post(`${url}/api/licenses/${licenseOf(happening.sale)}/refund-request`, body, { token });
      }
      case 'refunded': {
        const body = { reason: happening.why };
        return post(`${url}/api/admin/licenses/${licenseOf(happening.sale)}/refunds`, body, { token: await admin() });
      }
      case 'disputed':
        return dispute(happening.sale);
      case 'paid out':
        return payOut();
      case 'looked at':
        for (const file of happening.files) await lookAt(found(items.get(file), file), happening.times, happening.by);
        return;
      case 'reported': {
        const { token } = await people.get(happening.by);
        const body = { reason: 'misleading', details: happening.why };
        return post(`${url}/api/marketplace/${found(items.get(happening.file), happening.file)}/reports`, body, {
          token,
        });
      }
      case 'notifications read':
        for (const [key] of people.known) await readNotifications(key);
        return;
    }
  };

  let together: Promise<unknown>[] = [];
  for (const [number, happening] of story.entries()) {
    const before = story[number - 1];
    // Works that creators publish on the same day are prepared in parallel.
    if (happening.kind !== 'published' || before?.kind !== 'published') {
      await Promise.all(together);
      together = [];
      tellFrom(happening.ago);
    }
    together.push(happen(happening));
  }
  await Promise.all(together);
  tellFrom(0);
  return { people, items };
};
