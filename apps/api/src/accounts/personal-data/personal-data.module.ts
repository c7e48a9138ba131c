import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { AttemptsModule } from '../../adapters/attempts/attempts.module.ts';
import { BoardsModule } from '../../boards/public.ts';
import { MailsModule } from '../../mails/public.ts';
import { MediaModule, PicturesModule } from '../../media/public.ts';
import { EarningsModule } from '../../earnings/public.ts';
import { PayoutsModule } from '../../payouts/public.ts';
import { ReferralsModule } from '../../referrals/public.ts';
import { AccountsModule } from '../accounts.module.ts';
import { BrandsController } from '../profile/brands.controller.ts';
import { EraseContent } from './erase-content.effect.ts';
import { AccountAccess, ForgetPerson } from './forget-person.ts';
import { Farewells } from './farewells.ts';
import { ForgottenList } from './forgotten-list.ts';
import { LogoController } from '../profile/logo.controller.ts';
import { PersonalDataController } from './personal-data.controller.ts';
import { ProfilePictures } from '../profile/profile-pictures.ts';
import { PortraitController } from '../profile/portrait.controller.ts';
import { BusinessExport } from './business-export.ts';
import { DataExport } from './data-export.ts';
import { EventExport } from './event-export.ts';

/** The personal data of people and brands: pictures, exports, and deletion. */
@Module({
  imports: [
    AccountsModule,
    AttemptsModule,
    BoardsModule,
    CqrsModule,
    EarningsModule,
    MailsModule,
    MediaModule,
    PayoutsModule,
    PicturesModule,
    ReferralsModule,
  ],
  controllers: [LogoController, PortraitController, BrandsController, PersonalDataController],
  providers: [
    AccountAccess,
    EraseContent,
    ForgetPerson,
    Farewells,
    ForgottenList,
    BusinessExport,
    DataExport,
    EventExport,
    ProfilePictures,
  ],
})
export class PersonalDataModule {}
