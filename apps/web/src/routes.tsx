import { Navigate, createBrowserRouter } from 'react-router-dom';
import type { RouteObject } from 'react-router-dom';
import { paths } from './paths.ts';
import { SessionEndRedirect } from './shell/gates/session-end-redirect.tsx';
import { ErrorPage } from './shell/error.page.tsx';
import { PublicLayout, Shell, SiteLayout } from './shell/layouts.tsx';
import { NotFoundPage } from './shell/not-found.page.tsx';
import { ForEverybody, OnlyFor } from './shell/gates/only-for.tsx';
import { LoadingScreen } from './ui/layout/loading-screen.tsx';

const forgotPassword = async () => ({
  Component: (await import('./accounts/sign-in/forgot-password.page.tsx')).ForgotPasswordPage,
});

const resetPassword = async () => ({
  Component: (await import('./accounts/sign-in/reset-password.page.tsx')).ResetPasswordPage,
});

const marketplace = async () => ({
  Component: (await import('./marketplace/marketplace.page.tsx')).MarketplacePage,
});

const marketItem = async () => ({ Component: (await import('./marketplace/item/item.page.tsx')).ItemPage });

const publicPages: RouteObject[] = [
  { path: paths.home, lazy: async () => ({ Component: (await import('./landing/landing.page.tsx')).LandingPage }) },
  { path: paths.auth, lazy: async () => ({ Component: (await import('./accounts/sign-in/auth.page.tsx')).AuthPage }) },
  { path: paths.forgotPassword, lazy: forgotPassword },
  { path: '/forgot-password', lazy: forgotPassword },
  { path: paths.resetPassword, lazy: resetPassword },
  { path: '/reset-password', lazy: resetPassword },
  {
    path: paths.verify(':licenseId'),
    lazy: async () => ({ Component: (await import('./verify/verify.page.tsx')).VerifyPage }),
  },
  { path: paths.help, lazy: async () => ({ Component: (await import('./help/help.page.tsx')).HelpPage }) },
  { path: paths.privacy, lazy: async () => ({ Component: (await import('./legal/privacy.page.tsx')).PrivacyPage }) },
  { path: paths.terms, lazy: async () => ({ Component: (await import('./legal/terms.page.tsx')).TermsPage }) },
  { path: paths.creator.uploadInitial, element: <Navigate to={paths.creator.initialUpload} replace /> },
  { path: '*', Component: NotFoundPage },
];

const marketplacePages: RouteObject[] = [
  { path: paths.marketplace, lazy: marketplace },
  { path: paths.item(':contentId'), lazy: marketItem },
  { path: paths.saved, lazy: async () => ({ Component: (await import('./boards/saving/saved.page.tsx')).SavedPage }) },
  {
    path: paths.sharedBoard(':token'),
    lazy: async () => ({ Component: (await import('./boards/shared-board.page.tsx')).SharedBoardPage }),
  },
  // The router only matches whole path segments, so the page itself checks that this one begins with an @.
  {
    path: '/:at',
    lazy: async () => ({ Component: (await import('./marketplace/creator/creator.page.tsx')).CreatorPage }),
  },
];

const brandPages: RouteObject[] = [
  { path: paths.brand.home, lazy: marketplace },
  { path: paths.brand.marketplace, lazy: marketplace },
  { path: paths.brand.item(':contentId'), lazy: marketItem },
  {
    path: paths.brand.dashboard,
    lazy: async () => ({ Component: (await import('./brand/dashboard.page.tsx')).BrandDashboardPage }),
  },
  {
    path: paths.brand.boards,
    lazy: async () => ({ Component: (await import('./boards/boards.page.tsx')).BoardsPage }),
  },
  {
    path: paths.brand.board(':boardId'),
    lazy: async () => ({ Component: (await import('./boards/board.page.tsx')).BoardPage }),
  },
  {
    path: paths.brand.cart,
    lazy: async () => ({ Component: (await import('./ordering/cart/cart.page.tsx')).CartPage }),
  },
  {
    path: paths.brand.checkout,
    lazy: async () => ({ Component: (await import('./ordering/checkout.page.tsx')).CheckoutPage }),
  },
  {
    path: paths.brand.purchase(':orderId'),
    lazy: async () => ({ Component: (await import('./licenses/order/order.page.tsx')).OrderPage }),
  },
];

const creatorPages: RouteObject[] = [
  {
    path: paths.creator.home,
    lazy: async () => ({ Component: (await import('./studio/dashboard/home.page.tsx')).CreatorHomePage }),
  },
  {
    path: paths.creator.dashboard,
    lazy: async () => ({ Component: (await import('./studio/dashboard/dashboard.page.tsx')).CreatorDashboardPage }),
  },
  {
    path: paths.creator.upload,
    lazy: async () => ({ Component: (await import('./uploads/upload.page.tsx')).UploadPage }),
  },
  {
    path: paths.creator.referrals,
    lazy: async () => ({ Component: (await import('./referrals/referrals.page.tsx')).ReferralsPage }),
  },
  {
    path: paths.creator.payouts,
    lazy: async () => ({ Component: (await import('./earnings/payouts/payouts.page.tsx')).PayoutsPage }),
  },
  {
    path: paths.creator.payout(':payoutId'),
    lazy: async () => ({ Component: (await import('./earnings/payouts/payout.page.tsx')).PayoutPage }),
  },
  {
    path: paths.creator.statement,
    lazy: async () => ({ Component: (await import('./earnings/statements/statement.page.tsx')).StatementPage }),
  },
  {
    path: paths.creator.batchUpload,
    lazy: async () => ({ Component: (await import('./uploads/batch/batch-upload.page.tsx')).BatchUploadPage }),
  },
  {
    path: paths.creator.edit(':contentId'),
    lazy: async () => ({ Component: (await import('./studio/listing/edit.page.tsx')).EditPage }),
  },
];

const visitorsAndCreators: RouteObject[] = [
  {
    path: paths.creator.initialUpload,
    lazy: async () => ({ Component: (await import('./uploads/initial-upload.page.tsx')).InitialUploadPage }),
  },
];

/** For creators and brands alike. */
const accountPages: RouteObject[] = [
  {
    path: paths.agreement(':licenseId'),
    lazy: async () => ({ Component: (await import('./licenses/agreement/agreement.page.tsx')).AgreementPage }),
  },
  {
    path: paths.account,
    lazy: async () => ({ Component: (await import('./accounts/settings/settings.page.tsx')).SettingsPage }),
  },
  {
    path: paths.notifications,
    lazy: async () => ({ Component: (await import('./notifications/notifications.page.tsx')).NotificationsPage }),
  },
];

const adminPages: RouteObject[] = [
  { path: paths.admin.home, lazy: async () => ({ Component: (await import('./admin/admin.page.tsx')).AdminPage }) },
  {
    path: paths.admin.money,
    lazy: async () => ({ Component: (await import('./admin/money/money.page.tsx')).AdminMoneyPage }),
  },
  {
    path: paths.admin.payouts,
    lazy: async () => ({ Component: (await import('./admin/payouts/payouts.page.tsx')).AdminPayoutsPage }),
  },
  {
    path: paths.admin.payoutRun(':run'),
    lazy: async () => ({ Component: (await import('./admin/payouts/run/run.page.tsx')).AdminPayoutRunPage }),
  },
  {
    path: paths.admin.refunds,
    lazy: async () => ({ Component: (await import('./admin/refunds/refunds.page.tsx')).AdminRefundsPage }),
  },
  {
    path: paths.admin.disputes,
    lazy: async () => ({ Component: (await import('./admin/disputes/disputes.page.tsx')).AdminDisputesPage }),
  },
  {
    path: paths.admin.reports,
    lazy: async () => ({ Component: (await import('./admin/reports/reports.page.tsx')).AdminReportsPage }),
  },
  {
    path: paths.admin.referrals,
    lazy: async () => ({
      Component: (await import('./admin/referrals/referrals.page.tsx')).AdminReferralsPage,
    }),
  },
  {
    path: paths.admin.events,
    lazy: async () => ({ Component: (await import('./admin/events/events.page.tsx')).AdminEventsPage }),
  },
  {
    path: paths.admin.status,
    lazy: async () => ({ Component: (await import('./admin/integrations/status.page.tsx')).AdminStatusPage }),
  },
  {
    path: paths.admin.views,
    lazy: async () => ({ Component: (await import('./admin/views/views.page.tsx')).AdminViewsPage }),
  },
];

/** In development builds only. */
const developmentPages: RouteObject[] = import.meta.env.DEV
  ? [{ path: '/dev/gallery', lazy: async () => ({ Component: (await import('./dev/gallery.page.tsx')).GalleryPage }) }]
  : [];

const routes: RouteObject[] = [
  {
    Component: Shell,
    ErrorBoundary: ErrorPage,
    HydrateFallback: LoadingScreen,
    children: [
      {
        Component: SiteLayout,
        children: [
          {
            Component: SessionEndRedirect,
            children: [
              { Component: PublicLayout, ErrorBoundary: ErrorPage, children: publicPages },
              { Component: ForEverybody, ErrorBoundary: ErrorPage, children: marketplacePages },
              { element: <OnlyFor role="brand" />, ErrorBoundary: ErrorPage, children: brandPages },
              { element: <OnlyFor role="creator" />, ErrorBoundary: ErrorPage, children: creatorPages },
              { element: <OnlyFor />, ErrorBoundary: ErrorPage, children: accountPages },
              {
                element: <OnlyFor role="creator" orVisitors />,
                ErrorBoundary: ErrorPage,
                children: visitorsAndCreators,
              },
            ],
          },
        ],
      },
      { ErrorBoundary: ErrorPage, children: [...adminPages, ...developmentPages] },
    ],
  },
];

export const router = createBrowserRouter(routes);
