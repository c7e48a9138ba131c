import { Box, chakra } from '@chakra-ui/react';
import type { BrandProfile } from '@tessera/contract/accounts/profile';
import { useRef } from 'react';
import type { FormEvent } from 'react';
import { BrandTile, brandTileHeight, brandTileWidth } from './brand-tile.tsx';
import { FocusedNotice } from '../ui/layout/focused-notice.tsx';
import { OwnProfile } from '../accounts/public.ts';
import { SaveBar } from '../ui/controls/save-bar.tsx';
import { CheckboxField } from '../ui/controls/checkbox-field.tsx';
import { UnsavedGuard } from '../ui/controls/unsaved-guard.tsx';
import { LogoField } from './logo-field.tsx';
import { usePreferences } from './use-preferences.ts';

const NeighborTile = () => (
  <Box
    flexShrink={0}
    w={brandTileWidth}
    h={brandTileHeight}
    borderWidth="1px"
    borderStyle="dashed"
    borderColor="hairline"
    borderRadius="media"
  />
);

interface BannerProps {
  readonly name: string;
  readonly logo: string | null;
  readonly shown: boolean;
}

const bannerNote = ({ logo, shown }: BannerProps) => {
  if (!shown) return 'Your brand is not shown there.';
  return logo === null ? 'Your brand name appears there until you upload a logo.' : 'This is what every visitor sees.';
};

/** A preview of the brand's tile among others on the home page. */
const Banner = (props: BannerProps) => (
  <chakra.section
    aria-labelledby="banner"
    bg="sunken"
    borderRadius="media"
    py="6"
    overflow="hidden"
    alignSelf="start"
    minW={0}
  >
    <chakra.h3 id="banner" px="6" fontSize="sm" fontWeight="500">
      On the home page
    </chakra.h3>
    <Box
      aria-hidden
      display="flex"
      justifyContent="center"
      gap="4"
      my="5"
      maskImage="linear-gradient(90deg, transparent, #000 20%, #000 80%, transparent)"
    >
      <NeighborTile />
      {props.shown ? <BrandTile name={props.name} logo={props.logo} /> : <NeighborTile />}
      <NeighborTile />
    </Box>
    <Box px="6" fontSize="sm" color="ink.muted" aria-live="polite">
      {bannerNote(props)}
    </Box>
  </chakra.section>
);

interface PreferencesProps {
  readonly profile: BrandProfile;
  /** Called when everything is saved, if the form is still shown. */
  readonly onSaved: () => void;
}

const Preferences = ({ profile, onSaved }: PreferencesProps) => {
  const { logo, shown, setShown, changed, saving, failure, save } = usePreferences(profile);
  const form = useRef<HTMLFormElement>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if ((await save()) && form.current) onSaved();
  };
  return (
    <Box
      display="grid"
      gridTemplateColumns={{ base: 'minmax(0, 1fr)', xl: 'minmax(0, 1fr) minmax(0, 400px)' }}
      columnGap="16"
      rowGap="8"
    >
      <chakra.form
        ref={form}
        onSubmit={(event) => void submit(event)}
        aria-labelledby="marketing"
        display="grid"
        gap="7"
        alignContent="start"
      >
        {failure && <FocusedNotice title="Update failed">{failure}</FocusedNotice>}
        <LogoField brandName={profile.brand_name} logo={logo} disabled={saving} />
        <CheckboxField
          label="Show my brand on the homepage banner"
          help="Everyone can see the brand name, logo and website there, but never the contact details."
          checked={shown}
          disabled={saving}
          onChange={({ target }) => setShown(target.checked)}
        />
        <SaveBar label="Save Preferences" changed={changed} saving={saving} />
        <UnsavedGuard unsaved={changed && !saving} />
      </chakra.form>
      <Banner name={profile.brand_name} logo={logo.address} shown={shown} />
    </Box>
  );
};

/** How the brand presents itself to the public. */
export const Marketing = ({ onSaved }: { onSaved: () => void }) => (
  <>
    <chakra.h2 id="marketing" fontFamily="display" fontSize="xl" mb="1">
      Marketing Preferences
    </chakra.h2>
    <Box color="ink.muted" mb="7" maxW="prose">
      How your brand appears on the home page. Nothing changes there until you save.
    </Box>
    <OwnProfile>
      {(profile) => (profile.role === 'brand' ? <Preferences profile={profile} onSaved={onSaved} /> : null)}
    </OwnProfile>
  </>
);
