import { Box, Flex, VisuallyHidden, chakra } from '@chakra-ui/react';
import type { Factor } from '@supabase/auth-js';
import { KeyRound, RotateCw, Smartphone } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { formatLocalDay } from '../../kernel/dates.ts';
import { plural } from '../../kernel/plural.ts';
import { toast } from '../../kernel/toast.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { useBusy } from '../../ui/controls/use-busy.ts';
import { PasskeySetUp } from './passkey-set-up.tsx';
import { supportsPasskeys } from './passkeys.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { RemoveFactorDialog } from './remove-factor-dialog.tsx';
import { SecondFactorSetUp } from './second-factor-set-up.tsx';
import {
  beginSetUp,
  cancelSetUp,
  factorName,
  firstRecoveryCodes,
  newRecoveryCodes,
  ownFactors,
  recoveryCodesLeft,
} from './second-factor.ts';
import type { SetUp } from './second-factor.ts';
import { SettingsSection } from '../settings/settings-section.tsx';

const icon = { size: 18, strokeWidth: 1.5, 'aria-hidden': true } as const;

const toastFailure = (title: string, error: unknown) =>
  toast.error(title, error instanceof Error ? error.message : 'Please try again.');

interface FactorStatus {
  readonly factors: readonly Factor[];
  /** Undefined if they could not be counted. */
  readonly codesLeft: number | undefined;
}

const readStatus = async (): Promise<FactorStatus> => {
  const factors = await ownFactors();
  return { factors, codesLeft: factors.length > 0 ? await recoveryCodesLeft().catch(() => undefined) : undefined };
};

const codesLeftText = (left: number) =>
  left === 0 ? 'You have no recovery codes left. Create new ones.' : `You have ${plural(left, 'recovery code')} left.`;

const FactorRow = ({ factor, onRemove }: { factor: Factor; onRemove: () => void }) => {
  const Icon = factor.factor_type === 'webauthn' ? KeyRound : Smartphone;
  return (
    <chakra.li display="flex" alignItems="center" gap="4" py="3.5" borderBottomWidth="1px" borderColor="hairline">
      <Box color="ink.muted" flexShrink={0}>
        <Icon {...icon} />
      </Box>
      <Box flex="1" minW={0}>
        <Box fontWeight="500" overflowWrap="anywhere">
          {factorName(factor)}
        </Box>
        <Box fontSize="sm" color="ink.muted" mt="0.5">
          Added {formatLocalDay(factor.created_at)}. Last used {formatLocalDay(factor.updated_at)}.
        </Box>
      </Box>
      <Button variant="ghost" size="sm" color="trouble" onClick={onRemove}>
        Remove… <VisuallyHidden>{factorName(factor)}</VisuallyHidden>
      </Button>
    </chakra.li>
  );
};

interface FactorsProps extends FactorStatus {
  readonly onCodes: (codes: readonly string[]) => void;
  readonly onRemoved: () => void;
}

const Factors = ({ factors, codesLeft, onCodes, onRemoved }: FactorsProps) => {
  const [removing, setRemoving] = useState<Factor | null>(null);
  const [creating, createCodes] = useBusy(async () => {
    try {
      onCodes(await newRecoveryCodes());
    } catch (error) {
      toastFailure('No new codes were created', error);
    }
  });
  return (
    <Box>
      <chakra.ul aria-label="Second factors" listStyleType="none" mt="-3.5">
        {factors.map((factor) => (
          <FactorRow key={factor.id} factor={factor} onRemove={() => setRemoving(factor)} />
        ))}
      </chakra.ul>
      <Flex gap="3" wrap="wrap" align="center" justify="space-between" mt="4" mb="6">
        <Box fontSize="sm" color="ink.muted">
          {codesLeft !== undefined && codesLeftText(codesLeft)}
        </Box>
        <Button
          variant="ghost"
          size="sm"
          ms={{ base: '-3.5', sm: '0' }}
          loading={creating}
          loadingText="Creating..."
          onClick={() => void createCodes()}
        >
          <RotateCw {...icon} />
          New recovery codes
        </Button>
      </Flex>
      {removing && (
        <RemoveFactorDialog
          factor={removing}
          isLast={factors.length === 1}
          onClose={() => setRemoving(null)}
          onRemoved={() => {
            setRemoving(null);
            onRemoved();
          }}
        />
      )}
    </Box>
  );
};

interface AddProps {
  readonly hasApp: boolean;
  readonly onApp: (setUp: SetUp) => void;
  readonly onPasskey: () => void;
}

const Add = ({ hasApp, onApp, onPasskey }: AddProps) => {
  const [beginning, begin] = useBusy(async () => {
    try {
      onApp(await beginSetUp());
    } catch (error) {
      toastFailure('Setup failed', error);
    }
  });
  return (
    <Flex gap="3" wrap="wrap" align="center">
      {!hasApp && (
        <Button
          variant="secondary"
          w={{ base: 'full', sm: 'auto' }}
          loading={beginning}
          loadingText="Preparing..."
          onClick={() => void begin()}
        >
          <Smartphone {...icon} />
          Set up an app
        </Button>
      )}
      {supportsPasskeys() ? (
        <Button variant="secondary" w={{ base: 'full', sm: 'auto' }} onClick={onPasskey}>
          <KeyRound {...icon} />
          Add a passkey
        </Button>
      ) : (
        <Box fontSize="sm" color="ink.muted" lineHeight="1.6">
          This browser can’t add passkeys here: they need an up-to-date browser and a secure address (https).
        </Box>
      )}
    </Flex>
  );
};

/** What replaces the overview: setting up an app, adding a passkey, or showing new recovery codes. */
type Step = { readonly setUp: SetUp } | 'passkey' | { readonly codes: readonly string[] } | null;

/** Sets up and removes second factors, and creates recovery codes. */
export const SecondFactorSection = () => {
  const [status, setStatus] = useState<FactorStatus | null>(null);
  const [step, setStep] = useState<Step>(null);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    void readStatus().then(setStatus);
  }, []);
  /** Moves the focus back to the overview with its buttons. */
  const end = async () => {
    const next = await readStatus();
    flushSync(() => {
      setStatus(next);
      setStep(null);
    });
    place.current?.focus();
  };
  const finish = async () => {
    const codes = await firstRecoveryCodes();
    if (codes.length > 0) setStep({ codes });
    else await end();
  };
  const cancelApp = (setUp: SetUp) => {
    void cancelSetUp(setUp.factorId);
    void end();
  };
  return (
    <SettingsSection
      id="second-factor"
      heading="Second factor"
      intro="After your password, we ask for a passkey or a code from an app on your phone. It keeps others out even if they know your password."
    >
      <Box ref={place} tabIndex={-1} role="group" aria-label="Second factor" outline="none">
        {step === 'passkey' && <PasskeySetUp onDone={finish} onCancel={() => void end()} />}
        {step && step !== 'passkey' && 'setUp' in step && (
          <SecondFactorSetUp setUp={step.setUp} onDone={finish} onCancel={() => cancelApp(step.setUp)} />
        )}
        {step && step !== 'passkey' && 'codes' in step && (
          <RecoveryCodes codes={step.codes} onDone={() => void end()} />
        )}
        {!step && status && (
          <>
            {status.factors.length > 0 && (
              <Factors {...status} onCodes={(codes) => setStep({ codes })} onRemoved={() => void end()} />
            )}
            <Add
              hasApp={status.factors.some(({ factor_type }) => factor_type === 'totp')}
              onApp={(setUp) => setStep({ setUp })}
              onPasskey={() => setStep('passkey')}
            />
          </>
        )}
      </Box>
    </SettingsSection>
  );
};
