import { Box, Flex, Stack, chakra } from '@chakra-ui/react';
import type { AttachedReleases, ChangedReleases, ReleaseRow } from '@tessera/contract/releases';
import type { ReleaseKind } from '@tessera/domain/release';
import { Download, X } from 'lucide-react';
import { useState } from 'react';
import { formatLocalDay, formatExactly } from '../../kernel/dates.ts';
import { download } from '../../kernel/download.ts';
import { useReading } from '../../kernel/reading/use-reading.ts';
import { del, post } from '../../kernel/send.ts';
import { toast } from '../../kernel/toast.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { useBusy } from '../../ui/controls/use-busy.ts';
import { Notice } from '../../ui/layout/notice.tsx';
import { FormSection } from './form-section.tsx';

const titles: Readonly<Record<ReleaseKind, string>> = { model: 'Model release', property: 'Property release' };

interface AttachProps {
  readonly kind: ReleaseKind;
  readonly busy: boolean;
  readonly onFile: (file: File) => void;
}

const AttachButton = ({ kind, busy, onFile }: AttachProps) => (
  <chakra.label position="relative">
    <chakra.input
      type="file"
      srOnly
      accept="application/pdf,image/jpeg,image/png,image/webp"
      disabled={busy}
      onChange={(event) => {
        const [file] = event.target.files ?? [];
        if (file) onFile(file);
        event.target.value = '';
      }}
      css={{ '&:focus-visible + span': { outline: '2px solid {colors.accent}', outlineOffset: '2px' } }}
    />
    <Button asChild variant="secondary" size="sm">
      <span>{`Add ${titles[kind].toLowerCase()}`}</span>
    </Button>
  </chakra.label>
);

interface ReleaseProps {
  readonly address: string;
  readonly release: ReleaseRow;
  readonly busy: boolean;
  readonly onRemove: () => void;
}

const AttachedRelease = ({ address, release, busy, onRemove }: ReleaseProps) => {
  const { kind, format, attached_at } = release;
  const name = `${titles[kind].toLowerCase()} from ${formatLocalDay(attached_at)}`;
  return (
    <Flex as="li" align="center" gap="2" py="2" borderTopWidth="1px" borderColor="hairline">
      <Box flex="1" minW="0">
        <Box fontWeight="500">{titles[kind]}</Box>
        <Box fontSize="sm" color="ink.muted">
          {format.toUpperCase()}, added{' '}
          <time dateTime={attached_at} title={formatExactly(attached_at)}>
            {formatLocalDay(attached_at)}
          </time>
        </Box>
      </Box>
      <Button
        variant="ghost"
        size="icon"
        aria-label={`Download the ${name}`}
        onClick={() => void download(address, `${kind}-release.${format}`)}
      >
        <Download size={18} strokeWidth={1.5} aria-hidden />
      </Button>
      <Button variant="ghost" size="icon" aria-label={`Remove the ${name}`} disabled={busy} onClick={onRemove}>
        <X size={18} strokeWidth={1.5} aria-hidden />
      </Button>
    </Flex>
  );
};

interface ReleasesProps {
  readonly contentId: string;
  /** Whether the form currently says that there are people in it. */
  readonly people: boolean;
}

/** The releases of the people and property shown. They are uploaded immediately, not with the form. */
export const Releases = ({ contentId, people }: ReleasesProps) => {
  const address = `/api/content/${encodeURIComponent(contentId)}/releases`;
  const { reading } = useReading<AttachedReleases>(address);
  const [changed, setChanged] = useState<readonly ReleaseRow[] | null>(null);
  const releases = changed ?? (reading.status === 'known' ? reading.value.items : []);
  const [busy, change] = useBusy(async (send: () => Promise<ChangedReleases>, done: string, failed: string) => {
    try {
      setChanged((await send()).items);
      toast.success(done);
    } catch (error) {
      toast.error(failed, error instanceof Error ? error.message : 'Please try again.');
    }
  });
  const attach = (kind: ReleaseKind) => (file: File) =>
    void change(
      () => post<ChangedReleases>(`${address}?kind=${kind}`, file),
      `${titles[kind]} added`,
      'Release not added',
    );
  const remove = ({ release_id }: ReleaseRow) =>
    void change(
      () => del<ChangedReleases>(`${address}/${encodeURIComponent(release_id)}`),
      'Release removed',
      'Release not removed',
    );
  return (
    <FormSection heading="Releases">
      <Stack gap="4">
        {people && reading.status !== 'loading' && !releases.some(({ kind }) => kind === 'model') && (
          <Notice tone="waiting">
            Without a model release, an item with people is sold for editorial use only. Add one to sell it for
            advertising, too.
          </Notice>
        )}
        <Box fontSize="sm" color="ink.muted">
          Signed consent from people and property owners, as a PDF or image. Brands see how many there are; only you and
          Tessera can open them.
        </Box>
        {reading.status === 'failed' && <Notice title="Releases could not be loaded">{reading.message}</Notice>}
        {releases.length > 0 && (
          <chakra.ul listStyleType="none" aria-label="Releases">
            {releases.map((release) => (
              <AttachedRelease
                key={release.release_id}
                address={`${address}/${encodeURIComponent(release.release_id)}`}
                release={release}
                busy={busy}
                onRemove={() => remove(release)}
              />
            ))}
          </chakra.ul>
        )}
        <Flex gap="2" wrap="wrap">
          <AttachButton kind="model" busy={busy} onFile={attach('model')} />
          <AttachButton kind="property" busy={busy} onFile={attach('property')} />
        </Flex>
      </Stack>
    </FormSection>
  );
};
