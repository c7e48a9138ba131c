import { MemoryVault } from '../../../../test/support/doubles/memory-vault.ts';
import { Passwords } from '../adapters/passwords.ts';
import { AdminUsers } from './admin-users.ts';

const passwords = new Passwords({ memoryCost: 1_024, timeCost: 1, parallelism: 1 });
const email = 'operator@tessera.example';
const password = 'a-long-password-1';

it('[FIX-18] an admin is found by the email however it is typed, and the vault does not contain the email', async () => {
  const vault = new MemoryVault();
  const admins = new AdminUsers(vault, passwords);
  expect(await admins.add(email, password, 'admin-1')).toBe('admin-1');
  expect(await admins.idOf(` ${email.toUpperCase()}`, password)).toBe('admin-1');
  expect(await admins.add(email, password, 'admin-2')).toBe('admin-1');
  expect(vault.dump()).not.toContain(email);
});

it('[FIX-18] an admin whose record had the email as its key can still sign in, and the record then no longer has it', async () => {
  const vault = new MemoryVault();
  const password_hash = await passwords.hash(password);
  await vault.put('admin-users', email, { admin_id: 'admin-1', password_hash });
  const admins = new AdminUsers(vault, passwords);
  for (const again of [1, 2]) expect([again, await admins.idOf(email, password)]).toEqual([again, 'admin-1']);
  expect(vault.dump()).not.toContain(email);
});
