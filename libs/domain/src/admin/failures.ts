import { defineFailure } from '../kernel/failure.ts';

export const invalidAdminCredentials = defineFailure(
  'invalid_admin_credentials',
  'Authentication Failed',
  'Invalid admin credentials',
);
