import { Box, chakra } from '@chakra-ui/react';
import { TeamForm } from '@tessera/domain/admin/automation';
import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { FormField } from '../../kernel/forms/form-field.tsx';
import { useClassForm } from '../../kernel/forms/form.tsx';
import { ApiError } from '../../kernel/send.ts';
import { toast } from '../../kernel/toast.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Form } from '../../ui/controls/form.tsx';
import { StatusBadge } from '../../ui/facts/status-badge.tsx';
import { TextInput } from '../../ui/controls/text-input.tsx';
import { AdminUserForm } from './admin-user-form.tsx';
import { automationAtom, connect } from './integrations.atoms.ts';
import { IntegrationPanel } from './integration-panel.tsx';

const unsavedWarning = "Connected, but couldn't save configuration for future use.";

const MissingToken = () => (
  <Box p="4" borderRadius="control" bg="waiting.tint">
    <chakra.h3 fontWeight="600">Missing API Token</chakra.h3>
    <Box mt="1" fontSize="sm">
      Set <chakra.code fontFamily="mono">AUTOMATION_URL</chakra.code> and{' '}
      <chakra.code fontFamily="mono">AUTOMATION_TOKEN</chakra.code> in the server’s environment and restart it. The
      token stays on the server.
    </Box>
  </Box>
);

const ConnectForm = () => {
  const form = useClassForm(TeamForm);
  const [unsaved, setUnsaved] = useState(false);
  const submit = form.handleSubmit(async ({ teamId }) => {
    try {
      const outcome = await connect(teamId.trim());
      setUnsaved(outcome === 'unsaved');
      if (outcome === 'connected') toast.success('Connected', 'The automation service knows this team.');
      else toast.warning(unsavedWarning);
    } catch (error) {
      const message = error instanceof ApiError ? error.message : String(error);
      form.setError('teamId', { type: 'server', message });
      toast.error('Connection Failed', message);
    }
  });
  return (
    <Form onSubmit={submit} gap="4" aria-label="Connect the automation service">
      <FormField label="Team ID" error={form.formState.errors.teamId?.message}>
        <TextInput autoComplete="off" {...form.register('teamId')} />
      </FormField>
      <Button type="submit" justifySelf="start" loading={form.formState.isSubmitting} loadingText="Connecting…">
        {unsaved ? 'Try again' : 'Connect'}
      </Button>
    </Form>
  );
};

const tokens = {
  unknown: { label: 'Checking…', tone: 'neutral' },
  missing: { label: 'Token missing', tone: 'waiting' },
  configured: { label: 'Token configured', tone: 'positive' },
} as const;

/** Connects the automation service by its team ID; once that is saved, offers to create an admin user. */
export const AutomationPanel = () => {
  const automation = useAtomValue(automationAtom);
  const token = automation?.token ?? 'unknown';
  const { label, tone } = tokens[token];
  return (
    <IntegrationPanel title="Automation service" badge={<StatusBadge tone={tone}>{label}</StatusBadge>}>
      {token === 'missing' && <MissingToken />}
      {token === 'configured' && <ConnectForm />}
      {automation?.team_id && <Box fontSize="sm">Connected team: {automation.team_id}</Box>}
      {automation?.team_id && <AdminUserForm />}
    </IntegrationPanel>
  );
};
