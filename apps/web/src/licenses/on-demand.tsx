import { Suspense } from 'react';
import type { ComponentProps } from 'react';
import { LoadingScreen } from '../ui/layout/loading-screen.tsx';
import { lazyPart } from '../kernel/lazy-component.tsx';

const Dialog = lazyPart(async () => ({ default: (await import('./agreement/agreement-dialog.tsx')).AgreementDialog }));
const Drawer = lazyPart(async () => ({ default: (await import('./agreement/agreement-drawer.tsx')).AgreementDrawer }));
const Vault = lazyPart(async () => ({ default: (await import('./vault/license-vault.tsx')).LicenseVault }));

// Each of these is as large as a page and seldom part of the first view, so it is loaded on demand.

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
