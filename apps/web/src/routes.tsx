import { Navigate, createBrowserRouter } from 'react-router-dom';
import type { RouteObject } from 'react-router-dom';
import { paths } from './paths.ts';
import { SessionEndRedirect } from './shell/gates/session-end-redirect.tsx';
import { ErrorPage } from './shell/error.page.tsx';
import { PublicLayout, Shell, SiteLayout } from './shell/layouts.tsx';
import { NotFoundPage } from './shell/not-found.page.tsx';
import { ForEverybody, OnlyFor } from './shell/gates/only-for.tsx';
import { pageLoader } from './shell/page-loader.tsx';
import { LoadingScreen } from './ui/layout/loading-screen.tsx';

// The router loads a page when it is first opened, and shows the `Component` of its module.

const forgotPassword = pageLoader(() => import('./accounts/sign-in/forgot-password.page.tsx'));

const resetPassword = pageLoader(() => import('./accounts/sign-in/reset-password.page.tsx'));

const marketplace = pageLoader(() => import('./marketplace/marketplace.page.tsx'));

const marketItem = pageLoader(() => import('./marketplace/item/item.page.tsx'));

const publicPages: RouteObject[] = [
  { path: paths.home, lazy: pageLoader(() => import('./landing/landing.page.tsx')) },
  { path: paths.auth, lazy: pageLoader(() => import('./accounts/sign-in/auth.page.tsx')) },
  { path: paths.forgotPassword, lazy: forgotPassword },
  { path: '/forgot-password', lazy: forgotPassword },
  { path: paths.resetPassword, lazy: resetPassword },
  { path: '/reset-password', lazy: resetPassword },
  { path: paths.link, lazy: pageLoader(() => import('./accounts/sign-in/link.page.tsx')) },
  { path: paths.verify(':licenseId'), lazy: pageLoader(() => import('./verify/verify.page.tsx')) },
  { path: paths.help, lazy: pageLoader(() => import('./help/help.page.tsx')) },
  { path: paths.privacy, lazy: pageLoader(() => import('./legal/privacy.page.tsx')) },
  { path: paths.terms, lazy: pageLoader(() => import('./legal/terms.page.tsx')) },
  { path: paths.creator.uploadInitial, element: <Navigate to={paths.creator.initialUpload} replace /> },
  { path: '*', Component: NotFoundPage },
];

const marketplacePages: RouteObject[] = [
  { path: paths.marketplace, lazy: marketplace },
  { path: paths.item(':contentId'), lazy: marketItem },
  { path: paths.saved, lazy: pageLoader(() => import('./boards/saving/saved.page.tsx')) },
  { path: paths.sharedBoard(':token'), lazy: pageLoader(() => import('./boards/shared-board.page.tsx')) },
  // The router only matches whole path segments, so the page itself checks that this one begins with an @.
  { path: '/:at', lazy: pageLoader(() => import('./marketplace/creator/creator.page.tsx')) },
];

const brandPages: RouteObject[] = [
  { path: paths.brand.home, lazy: marketplace },
  { path: paths.brand.marketplace, lazy: marketplace },
  { path: paths.brand.item(':contentId'), lazy: marketItem },
  { path: paths.brand.dashboard, lazy: pageLoader(() => import('./brand/dashboard.page.tsx')) },
  { path: paths.brand.boards, lazy: pageLoader(() => import('./boards/boards.page.tsx')) },
  { path: paths.brand.board(':boardId'), lazy: pageLoader(() => import('./boards/board.page.tsx')) },
  { path: paths.brand.cart, lazy: pageLoader(() => import('./ordering/cart/cart.page.tsx')) },
  { path: paths.brand.checkout, lazy: pageLoader(() => import('./ordering/checkout.page.tsx')) },
  { path: paths.brand.orders, lazy: pageLoader(() => import('./licenses/order/orders.page.tsx')) },
  { path: paths.brand.purchase(':orderId'), lazy: pageLoader(() => import('./licenses/order/order.page.tsx')) },
];

const creatorPages: RouteObject[] = [
  { path: paths.creator.home, lazy: pageLoader(() => import('./studio/dashboard/home.page.tsx')) },
  { path: paths.creator.dashboard, lazy: pageLoader(() => import('./studio/dashboard/dashboard.page.tsx')) },
  { path: paths.creator.upload, lazy: pageLoader(() => import('./uploads/upload.page.tsx')) },
  { path: paths.creator.referrals, lazy: pageLoader(() => import('./referrals/referrals.page.tsx')) },
  { path: paths.creator.payouts, lazy: pageLoader(() => import('./earnings/payouts/payouts.page.tsx')) },
  { path: paths.creator.payout(':payoutId'), lazy: pageLoader(() => import('./earnings/payouts/payout.page.tsx')) },
  { path: paths.creator.statement, lazy: pageLoader(() => import('./earnings/statements/statement.page.tsx')) },
  { path: paths.creator.batchUpload, lazy: pageLoader(() => import('./uploads/batch/batch-upload.page.tsx')) },
  { path: paths.creator.edit(':contentId'), lazy: pageLoader(() => import('./studio/listing/edit.page.tsx')) },
];

const visitorsAndCreators: RouteObject[] = [
  { path: paths.creator.initialUpload, lazy: pageLoader(() => import('./uploads/initial-upload.page.tsx')) },
];

/** For creators and brands alike. */
const accountPages: RouteObject[] = [
  { path: paths.agreement(':licenseId'), lazy: pageLoader(() => import('./licenses/agreement/agreement.page.tsx')) },
  { path: paths.account, lazy: pageLoader(() => import('./accounts/settings/settings.page.tsx')) },
  { path: paths.confirmEmail, lazy: pageLoader(() => import('./accounts/email/confirm-email.page.tsx')) },
  { path: paths.notifications, lazy: pageLoader(() => import('./notifications/notifications.page.tsx')) },
];

const adminPages: RouteObject[] = [
  { path: paths.admin.home, lazy: pageLoader(() => import('./admin/admin.page.tsx')) },
  { path: paths.admin.money, lazy: pageLoader(() => import('./admin/money/money.page.tsx')) },
  { path: paths.admin.payouts, lazy: pageLoader(() => import('./admin/payouts/payouts.page.tsx')) },
  { path: paths.admin.payoutRun(':run'), lazy: pageLoader(() => import('./admin/payouts/run/run.page.tsx')) },
  { path: paths.admin.refunds, lazy: pageLoader(() => import('./admin/refunds/refunds.page.tsx')) },
  { path: paths.admin.disputes, lazy: pageLoader(() => import('./admin/disputes/disputes.page.tsx')) },
  { path: paths.admin.reports, lazy: pageLoader(() => import('./admin/reports/reports.page.tsx')) },
  { path: paths.admin.item(':item'), lazy: pageLoader(() => import('./admin/items/item.page.tsx')) },
  { path: paths.admin.referrals, lazy: pageLoader(() => import('./admin/referrals/referrals.page.tsx')) },
  { path: paths.admin.mails, lazy: pageLoader(() => import('./admin/mails/mails.page.tsx')) },
  { path: paths.admin.events, lazy: pageLoader(() => import('./admin/events/events.page.tsx')) },
  { path: paths.admin.status, lazy: pageLoader(() => import('./admin/integrations/status.page.tsx')) },
  { path: paths.admin.views, lazy: pageLoader(() => import('./admin/views/views.page.tsx')) },
];

/** In development builds only. */
const developmentPages: RouteObject[] = import.meta.env.DEV
  ? [{ path: '/dev/gallery', lazy: pageLoader(() => import('./dev/gallery.page.tsx')) }]
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
