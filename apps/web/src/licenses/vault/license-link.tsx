import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router-dom';

interface OpenedHere {
  /** The license was opened from within the application, so the list is one step back. */
  readonly opened?: boolean;
}

const withLicense = (address: URLSearchParams, id: string | null): string => {
  const rest = new URLSearchParams(address);
  if (id === null) rest.delete('license');
  else rest.set('license', id);
  return `?${rest}`;
};

/** The id of the license that the address opens, and how to close it. */
export const useOpenLicense = () => {
  const [address] = useSearchParams();
  const { state } = useLocation() as { state: OpenedHere | null };
  const navigate = useNavigate();
  const close = () =>
    void (state?.opened
      ? navigate(-1)
      : navigate(withLicense(address, null), { replace: true, preventScrollReset: true }));
  return { id: address.get('license'), close };
};

/**
 * Opens a license over the list. Going from one license to the next replaces the history entry, so that Back leads to
 * the list.
 */
export const LicenseLink = ({ id, label, children }: { id: string; label?: string; children: ReactNode }) => {
  const [address] = useSearchParams();
  const { state } = useLocation() as { state: OpenedHere | null };
  const isOpen = address.has('license');
  return (
    <chakra.span asChild _hover={{ textDecoration: 'underline', textUnderlineOffset: '3px' }}>
      <Link
        to={{ search: withLicense(address, id) }}
        state={{ opened: isOpen ? state?.opened === true : true } satisfies OpenedHere}
        replace={isOpen}
        preventScrollReset
        aria-label={label}
      >
        {children}
      </Link>
    </chakra.span>
  );
};
