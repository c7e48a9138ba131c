import { Suspense, lazy } from 'react';
import type { ComponentProps } from 'react';
import { LoadingScreen } from '../ui/layout/loading-screen.tsx';

const Dialog = lazy(async () => ({ default: (await import('./agreement/agreement-dialog.tsx')).AgreementDialog }));
const Drawer = lazy(async () => ({ default: (await import('./agreement/agreement-drawer.tsx')).AgreementDrawer }));
const Vault = lazy(async () => ({ default: (await import('./vault/license-vault.tsx')).LicenseVault }));

// What these show is seldom part of a page's first view, and as large as a page: it is loaded when it is asked for.

export const AgreementDialog = (props: ComponentProps<typeof Dialog>) => (
  <Suspense>
    <Dialog {...props} />
  </Suspense>
);

export const AgreementDrawer = (props: ComponentProps<typeof Drawer>) => (
  <Suspense>
    <Drawer {...props} />
  </Suspense>
);

export const LicenseVault = (props: ComponentProps<typeof Vault>) => (
  <Suspense fallback={<LoadingScreen />}>
    <Vault {...props} />
  </Suspense>
);
