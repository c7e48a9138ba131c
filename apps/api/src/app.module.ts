import { join } from 'node:path';
import { Global, Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import type { Logger } from 'pino';
import { AccountsModule } from './accounts/accounts.module.ts';
import { PersonalDataModule } from './accounts/personal-data/personal-data.module.ts';
import { AttemptsModule } from './adapters/attempts/attempts.module.ts';
import { httpAutomation } from './adapters/automation/http.ts';
import { Clock } from './kernel/clock.ts';
import { openFileMediaStore } from './adapters/media/file-store.ts';
import { openS3MediaStore } from './adapters/media/s3-store.ts';
import { observedGateway } from './adapters/payments/observed.ts';
import { Gateway } from './adapters/payments/port.ts';
import type { PaymentGateway } from './adapters/payments/port.ts';
import { SandboxController } from './adapters/payments/sandbox.controller.ts';
import { SandboxGateway } from './adapters/payments/sandbox.ts';
import { ManualRail } from './adapters/payouts/manual.ts';
import { PayoutRail } from './adapters/payouts/port.ts';
import { SandboxRail } from './adapters/payouts/sandbox.ts';
import { RedisModule } from './adapters/redis.module.ts';
import { AdminSessionModule } from './admin/admin-session.module.ts';
import { AdminModule } from './admin/admin.module.ts';
import { BoardsModule } from './boards/boards.module.ts';
import { BooksModule } from './books/books.module.ts';
import type { Config } from './config.ts';
import { PagesModule } from './pages/pages.module.ts';
import { ContentModule } from './content/content.module.ts';
import { EarningsModule } from './earnings/earnings.module.ts';
import { WriteLimits } from './http/limits/write-limits.ts';
import { KernelModule } from './kernel/kernel.module.ts';
import { LiveModule } from './kernel/live/live.module.ts';
import { Measures } from './kernel/observe/measures.ts';
import { configToken, loggerToken } from './kernel/tokens.ts';
import { BillingModule } from './billing/billing.module.ts';
import { LicensingModule } from './licensing/licensing.module.ts';
import { NoticesModule } from './notices/notices.module.ts';
import { TrafficModule } from './traffic/traffic.module.ts';
import { NotificationsModule } from './notifications/notifications.module.ts';
import { TokenAccess } from './live-access.ts';
import { OperationsModule } from './operations/operations.module.ts';
import { OrderingModule } from './ordering/ordering.module.ts';
import { PayoutsModule } from './payouts/payouts.module.ts';
import { RefundsModule } from './refunds/refunds.module.ts';
import { ReferralsModule } from './referrals/referrals.module.ts';
import { ReportsModule } from './reports/reports.module.ts';
import { ShowcaseModule } from './showcase/showcase.module.ts';
import { AutomationService } from './adapters/automation/port.ts';
import { ffmpegTools } from './adapters/video/ffmpeg.ts';
import { VideoTools } from './adapters/video/port.ts';
import { MediaStore } from './adapters/media/port.ts';
import { LiveAccess } from './kernel/live/live.gateway.ts';

export interface Settings {
  readonly config: Config;
  readonly logger: Logger;
  readonly clock: Clock;
}

/** Provides the settings that the service was started with. */
@Global()
@Module({})
class SettingsModule {
  static of({ config, logger, clock }: Settings): DynamicModule {
    const providers = [
      { provide: Clock, useValue: clock },
      { provide: configToken, useValue: config },
      { provide: loggerToken, useValue: logger },
    ];
    return { module: SettingsModule, providers, exports: providers };
  }
}

/** Null if another gateway takes the payments. */
const sandboxOf = ({ payments, dataDir }: Config, clock: Clock) =>
  payments === 'sandbox' ? new SandboxGateway(join(dataDir, 'sandbox-gateway.db'), clock) : null;

/** Loaded only if it is used, as the library is large. */
const stripeOf = async ({ payments }: Config, clock: Clock): Promise<PaymentGateway> => {
  if (payments === 'sandbox') throw new Error('The sandbox takes the payments.');
  const { StripeGateway } = await import('./adapters/payments/stripe.ts');
  return new StripeGateway(payments, clock);
};

/** The outside world behind ports: payments, payouts, media, automation, videos, and access to live connections. */
@Global()
@Module({
  imports: [AccountsModule, AdminSessionModule],
  providers: [
    { provide: SandboxGateway, inject: [configToken, Clock], useFactory: sandboxOf },
    {
      provide: Gateway,
      inject: [SandboxGateway, configToken, Clock, Measures],
      useFactory: async (sandbox: SandboxGateway | null, config: Config, clock: Clock, measures: Measures) =>
        observedGateway(sandbox ?? (await stripeOf(config, clock)), measures),
    },
    {
      provide: PayoutRail,
      inject: [configToken, Clock],
      useFactory: ({ payouts, dataDir }: Config, clock: Clock) =>
        payouts === 'sandbox' ? new SandboxRail(join(dataDir, 'sandbox-rail.db'), clock) : new ManualRail(),
    },
    {
      provide: MediaStore,
      inject: [configToken],
      useFactory: ({ mediaStore, dataDir }: Config) =>
        mediaStore === 'embedded'
          ? openFileMediaStore({ folder: join(dataDir, 'media') })
          : openS3MediaStore(mediaStore),
    },
    {
      provide: AutomationService,
      inject: [configToken],
      useFactory: ({ automation }: Config) => httpAutomation(automation),
    },
    {
      provide: VideoTools,
      inject: [configToken],
      useFactory: ({ ffmpeg }: Config): VideoTools => ffmpegTools(ffmpeg),
    },
    { provide: LiveAccess, useClass: TokenAccess },
  ],
  exports: [AutomationService, Gateway, PayoutRail, SandboxGateway, MediaStore, VideoTools, LiveAccess],
})
class AdaptersModule {}

@Module({})
export class AppModule {
  static of(settings: Settings): DynamicModule {
    return {
      module: AppModule,
      imports: [
        SettingsModule.of(settings),
        RedisModule,
        KernelModule,
        AdaptersModule,
        LiveModule,
        AccountsModule,
        PersonalDataModule,
        ContentModule,
        PagesModule,
        OrderingModule,
        BillingModule,
        LicensingModule,
        NoticesModule,
        NotificationsModule,
        EarningsModule,
        BooksModule,
        BoardsModule,
        TrafficModule,
        PayoutsModule,
        RefundsModule,
        ReferralsModule,
        ReportsModule,
        ShowcaseModule,
        AdminSessionModule,
        AdminModule,
        OperationsModule,
        AttemptsModule,
      ],
      // Here rather than in an adapter module: it notifies features, which adapters may not import.
      controllers: [SandboxController],
      providers: [{ provide: APP_INTERCEPTOR, useClass: WriteLimits }],
    };
  }
}
