import type { BrandProfile, BrandProfileChange, Profile } from '@tessera/contract/accounts/profile';
import { useEffect, useState } from 'react';
import { useBusy } from '../ui/controls/use-busy.ts';
import { mediaUrl } from '../ui/media/media-url.ts';
import { keepOwnProfile, saveOwnProfile } from '../accounts/public.ts';
import { del, patch } from '../kernel/send.ts';
import { logoProblem } from './logo-file.ts';
import { useLogoUpload } from './use-logo-upload.ts';

const words = {
  saved: 'Preferences saved',
  failed: 'Update failed',
  unexplained: 'There was a problem updating your preferences',
  notSignedIn: 'You must be logged in to update preferences',
};

/** An object URL for a chosen file, revoked when the file changes. */
const useObjectUrl = (file: File | null) => {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (!file) return undefined;
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => {
      URL.revokeObjectURL(made);
      setAddress(null);
    };
  }, [file]);
  return address;
};

/** A file to become the logo, null to remove it, or undefined to leave it as it is. */
type LogoChange = File | null | undefined;

/** The preferences as edited; nothing is sent before they are saved. */
export const usePreferences = (profile: BrandProfile) => {
  const [logo, setLogo] = useState<LogoChange>();
  const [refusal, setRefusal] = useState<string | null>(null);
  const [shown, setShown] = useState(profile.show_on_homepage);
  const [failure, setFailure] = useState<string | null>(null);
  const { percent, upload } = useLogoUpload();
  const chosenAddress = useObjectUrl(logo ?? null);
  const storedAddress = profile.logo_url && (mediaUrl(profile.logo_url) ?? '');

  const storeLogo = async (change: File | null) => {
    const logoUrl = change ? await upload(change) : null;
    if (!change) await del('/api/profile/logo');
    keepOwnProfile({ ...profile, logo_url: logoUrl });
    setLogo(undefined);
    return { ...profile, logo_url: logoUrl };
  };
  const store = async (): Promise<Profile> => {
    const stored = logo === undefined ? profile : await storeLogo(logo);
    if (shown === profile.show_on_homepage) return stored;
    return patch<Profile>('/api/profile', { show_on_homepage: shown } satisfies BrandProfileChange);
  };
  /** Saves the changes. @returns whether everything was saved */
  const [saving, save] = useBusy(async (): Promise<boolean> => {
    setFailure(null);
    try {
      return (await saveOwnProfile(words, store)) !== null;
    } catch (error) {
      setFailure((error instanceof Error && error.message) || words.unexplained);
      return false;
    }
  });
  return {
    logo: {
      /** As for a brand's tile: empty if it can't be shown, null if there is none. */
      address: logo === undefined ? storedAddress : chosenAddress,
      chosen: logo ?? null,
      refusal,
      percent,
      choose: (file: File) => {
        const refused = logoProblem(file);
        setRefusal(refused);
        if (!refused) setLogo(file);
      },
      remove: () => {
        setRefusal(null);
        setLogo(profile.logo_url === null ? undefined : null);
      },
    },
    shown,
    setShown,
    changed: logo !== undefined || shown !== profile.show_on_homepage,
    saving,
    failure,
    save,
  };
};

export type Preferences = ReturnType<typeof usePreferences>;
