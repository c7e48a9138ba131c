import { expect, test } from 'vitest';
import { accountDeleted, brandRegistered, creatorRegistered } from '../accounts/account-events.ts';
import type { BrandRegisteredData, CreatorRegisteredData } from '../accounts/account-events.ts';
import { contentPublished, contentRelisted, contentWithdrawn } from '../content/content-events.ts';
import { photo } from '../content/photo.test-kit.ts';
import type { DomainEvent } from '../kernel/event.ts';
import { messagesOf } from '../kernel/form-messages.test-kit.ts';
import { given } from '../kernel/given.test-kit.ts';
import { recorded } from '../kernel/recorded.test-kit.ts';
import { foldInto } from '../kernel/view.ts';
import { licenseGranted } from '../licensing/license.ts';
import type { LicenseGrantedData } from '../licensing/license.ts';
import {
  AdminUserForm,
  TeamForm,
  adminUserCreated,
  automation,
  automationConnected,
  notConnected,
} from './automation.ts';
import { platformCounts } from './platform-counts.view.ts';
import type { PlatformCounts } from './counts.ts';

const connect = (team_id: string) => ({ kind: 'connect', team_id }) as const;
const createAdmin = (admin_id: string) =>
  ({ kind: 'create-admin', admin_id, email: `${admin_id}@example.com` }) as const;
const created = (admin_id: string) => adminUserCreated.of({ admin_id, email: `${admin_id}@example.com` });
const connected = automationConnected.of({ team_id: 'team-1' });

test('a team is connected once, and another one replaces it', () => {
  expect(given(automation).when(connect('team-1'))).toEqual([connected]);
  expect(given(automation, [connected]).when(connect('team-1'))).toEqual([]);
  expect(given(automation, [connected]).when(connect('team-2'))).toEqual([
    automationConnected.of({ team_id: 'team-2' }),
  ]);
});

test('once a team is connected, each admin is created once, and stays when the team is connected again', () => {
  expect(given(automation).when(createAdmin('ada'))).toEqual(notConnected());
  expect(given(automation, [connected]).when(createAdmin('ada'))).toEqual([created('ada')]);
  const history = [connected, created('ada'), created('bo'), automationConnected.of({ team_id: 'team-2' })];
  for (const admin of ['ada', 'bo']) expect(given(automation, history).when(createAdmin(admin))).toEqual([]);
  expect(given(automation, history).when(createAdmin('cy'))).toEqual([created('cy')]);
  expect(given(automation, history).state()).toEqual({ team_id: 'team-2', admins: ['ada', 'bo'] });
});

test('a team ID is a non-blank text of at most 100 characters', () => {
  const form = (teamId: unknown) => messagesOf(Object.assign(new TeamForm(), { teamId }));
  for (const teamId of ['', '  ', 7]) expect(form(teamId)).toEqual({ teamId: expect.any(String) });
  expect(form(' ')).toEqual({ teamId: 'Please provide your team ID' });
  expect(messagesOf(new TeamForm())).toEqual({ teamId: 'Please provide your team ID' });
  expect(form('x'.repeat(100))).toEqual({});
  expect(form('x'.repeat(101))).toEqual({ teamId: 'A team ID can have at most 100 characters' });
});

test('an admin has an email address and a password of 12 to 200 characters', () => {
  const form = (over: object) =>
    messagesOf(Object.assign(new AdminUserForm(), { email: 'ada@example.com', password: 'x'.repeat(12), ...over }));
  const tooShort = 'Password must be at least 12 characters';
  expect(form({})).toEqual({});
  expect(form({ password: 'x'.repeat(200) })).toEqual({});
  expect(form({ password: 'x'.repeat(201) })).toEqual({ password: 'A password can have at most 200 characters' });
  expect(form({ password: 'x'.repeat(11) })).toEqual({ password: tooShort });
  expect(form({ email: 'ada@' })).toEqual({ email: 'Please enter a valid email address' });
  expect({ ...new AdminUserForm() }).toEqual({ email: '', password: '' });
  expect(messagesOf(new AdminUserForm())).toEqual({
    email: 'Please enter a valid email address',
    password: tooShort,
  });
});

test('the platform’s counts are accounts, items for sale and licenses', () => {
  const counted = (...events: readonly DomainEvent[]) => {
    const documents = new Map<string, PlatformCounts>();
    for (const event of recorded(events)) foldInto(platformCounts, documents, event);
    return Object.fromEntries(documents);
  };
  const none = { creators: 0, brands: 0, content: 0, licenses: 0 };
  const creator = creatorRegistered.of({} as CreatorRegisteredData);
  const brand = brandRegistered.of({} as BrandRegisteredData);
  const gone = (role: 'creator' | 'brand') => accountDeleted.of({ account_id: 'one', role });
  const license = licenseGranted.of({} as LicenseGrantedData);
  const ids = { content_id: 'photo', creator_id: 'creator-1' };
  expect(counted(creator, creator, brand)).toEqual({ platform: { ...none, creators: 2, brands: 1 } });
  expect(counted(creator, creator, brand, brand, gone('creator'), gone('brand'), gone('brand'))).toEqual({
    platform: { ...none, creators: 1 },
  });
  expect(counted(contentPublished.of(photo), license, license)).toEqual({
    platform: { ...none, content: 1, licenses: 2 },
  });
  expect(counted(contentPublished.of(photo), contentWithdrawn.of(ids))).toEqual({ platform: none });
  expect(counted(contentPublished.of(photo), contentWithdrawn.of(ids), contentRelisted.of(photo))).toEqual({
    platform: { ...none, content: 1 },
  });
});
