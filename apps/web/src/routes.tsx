import { Navigate, createBrowserRouter } from 'react-router-dom';
import type { RouteObject } from 'react-router-dom';
import { paths } from './paths.ts';
import { ErrorPage } from './shell/error.page.tsx';
import { PublicLayout, Shell, SiteLayout } from './shell/layouts.tsx';
import { NotFoundPage } from './shell/not-found.page.tsx';
import { OnlyFor } from './shell/only-for.tsx';
import { LoadingScreen } from './ui/loading-screen.tsx';

const marketplace = async () => ({
  Component: (await import('./marketplace/marketplace.page.tsx')).MarketplacePage,
});

const publicPages: RouteObject[] = [
  { path: paths.home, lazy: async () => ({ Component: (await import('./landing/landing.page.tsx')).LandingPage }) },
  { path: paths.auth, lazy: async () => ({ Component: (await import('./accounts/auth.page.tsx')).AuthPage }) },
  { path: paths.marketplace, lazy: marketplace },
  { path: paths.privacy, lazy: async () => ({ Component: (await import('./legal/privacy.page.tsx')).PrivacyPage }) },
  { path: paths.terms, lazy: async () => ({ Component: (await import('./legal/terms.page.tsx')).TermsPage }) },
  { path: paths.creator.uploadInitial, element: <Navigate to={paths.auth} replace /> },
  { path: '*', Component: NotFoundPage },
];

const brandPages: RouteObject[] = [
  { path: paths.brand.home, lazy: marketplace },
  { path: paths.brand.marketplace, lazy: marketplace },
  {
    path: paths.brand.dashboard,
    lazy: async () => ({ Component: (await import('./brand/dashboard.page.tsx')).BrandDashboardPage }),
  },
  { path: paths.brand.cart, lazy: async () => ({ Component: (await import('./ordering/cart.page.tsx')).CartPage }) },
  {
    path: paths.brand.checkout,
    lazy: async () => ({ Component: (await import('./ordering/checkout.page.tsx')).CheckoutPage }),
  },
];

const creatorPages: RouteObject[] = [
  {
    path: paths.creator.home,
    lazy: async () => ({ Component: (await import('./creator/home.page.tsx')).CreatorHomePage }),
  },
  {
    path: paths.creator.dashboard,
    lazy: async () => ({ Component: (await import('./creator/dashboard.page.tsx')).CreatorDashboardPage }),
  },
  {
    path: paths.creator.upload,
    lazy: async () => ({ Component: (await import('./creator/upload.page.tsx')).UploadPage }),
  },
];

const adminPages: RouteObject[] = [
  { path: paths.admin.home, lazy: async () => ({ Component: (await import('./admin/admin.page.tsx')).AdminPage }) },
  {
    path: paths.admin.events,
    lazy: async () => ({ Component: (await import('./admin/events.page.tsx')).AdminEventsPage }),
  },
  {
    path: paths.admin.views,
    lazy: async () => ({ Component: (await import('./admin/views.page.tsx')).AdminViewsPage }),
  },
];

const routes: RouteObject[] = [
  {
    Component: Shell,
    ErrorBoundary: ErrorPage,
    HydrateFallback: LoadingScreen,
    children: [
      {
        Component: SiteLayout,
        children: [
          { Component: PublicLayout, ErrorBoundary: ErrorPage, children: publicPages },
          { element: <OnlyFor role="brand" />, ErrorBoundary: ErrorPage, children: brandPages },
          { element: <OnlyFor role="creator" />, ErrorBoundary: ErrorPage, children: creatorPages },
        ],
      },
      { ErrorBoundary: ErrorPage, children: adminPages },
    ],
  },
];

export const router = createBrowserRouter(routes);
