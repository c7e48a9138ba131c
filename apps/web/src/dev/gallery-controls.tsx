import { Box, Grid, chakra } from '@chakra-ui/react';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { FormField } from '../kernel/forms/form-field.tsx';
import { toast } from '../kernel/toast.tsx';
import { Button } from '../ui/controls/button.tsx';
import { Choice } from '../ui/controls/choice.tsx';
import { PasswordInput } from '../ui/controls/password-input.tsx';
import { SearchBox } from '../ui/search/search-box.tsx';
import { Select, TextArea, TextInput, Checkable } from '../ui/controls/text-input.tsx';
import { Exhibit, Row } from './exhibit.tsx';
import { Tabs } from '../ui/layout/tabs.tsx';

const variants = ['primary', 'secondary', 'ghost', 'danger'] as const;
const Label = chakra('label', { base: { display: 'inline-flex', alignItems: 'center', gap: '2', fontSize: 'sm' } });

const Buttons = () => (
  <Exhibit name="Buttons: ready, waiting, disabled; three sizes and an icon">
    <Grid gap="3">
      {variants.map((variant) => (
        <Row key={variant}>
          <Button variant={variant}>Send offer</Button>
          <Button variant={variant} loading loadingText="Sending...">
            Send offer
          </Button>
          <Button variant={variant} disabled>
            Send offer
          </Button>
          <Button variant={variant} size="sm">
            Small
          </Button>
          <Button variant={variant} size="lg">
            Large
          </Button>
          <Button variant={variant} size="icon" aria-label="Remove">
            <Trash2 size={18} strokeWidth={1.5} aria-hidden />
          </Button>
        </Row>
      ))}
    </Grid>
  </Exhibit>
);

const Fields = () => (
  <Exhibit name="Fields: empty, with help, filled in, invalid, disabled">
    <Grid gap="4">
      <FormField label="Title">
        <TextInput placeholder="Harbor at dawn" />
      </FormField>
      <FormField label="Email" help="Only for receipts and agreements.">
        <TextInput defaultValue="mara@example.test" />
      </FormField>
      <FormField label="Price" error="Minimum price is $1">
        <TextInput defaultValue="0.50" />
      </FormField>
      <FormField label="Brand">
        <TextInput defaultValue="Northlight" disabled />
      </FormField>
      <FormField label="Password" help="At least 6 characters">
        <PasswordInput defaultValue="a password" autoComplete="off" />
      </FormField>
      <FormField label="License">
        <Select defaultValue="six">
          <option value="one">One-time Use</option>
          <option value="six">Six Months</option>
        </Select>
      </FormField>
      <FormField label="Description">
        <TextArea defaultValue="Fishing boats before sunrise" />
      </FormField>
    </Grid>
  </Exhibit>
);

const Filters = () => {
  const [search, setSearch] = useState('');
  const [order, setOrder] = useState('title');
  const orders = [
    { value: 'newest', label: 'Newest first' },
    { value: 'title', label: 'Title' },
  ];
  return (
    <Exhibit name="Filters: a search, and a choice other than the first">
      <Grid gap="3" gridTemplateColumns="1fr auto">
        <SearchBox label="Search" placeholder="Search..." value={search} onChange={setSearch} />
        <Choice label="Sort by" value={order} options={orders} onChange={setOrder} />
      </Grid>
    </Exhibit>
  );
};

const CheckboxesAndRadios = ({ group }: { group: string }) => (
  <Exhibit name="Checkboxes and radio buttons">
    <Row>
      <Label>
        <Checkable type="checkbox" /> Open
      </Label>
      <Label>
        <Checkable type="checkbox" defaultChecked /> Chosen
      </Label>
      <Label>
        <Checkable type="checkbox" defaultChecked disabled /> Fixed
      </Label>
      <Label>
        <Checkable type="radio" name={`radio-${group}`} defaultChecked /> One
      </Label>
      <Label>
        <Checkable type="radio" name={`radio-${group}`} /> Other
      </Label>
    </Row>
  </Exhibit>
);

const TabSets = () => (
  <Exhibit name="Tabs">
    {(['line', 'enclosed'] as const).map((variant) => (
      <Tabs.Root key={variant} defaultValue="one" variant={variant} mb="4">
        <Tabs.List>
          <Tabs.Trigger value="one">Overview</Tabs.Trigger>
          <Tabs.Trigger value="two">Licenses</Tabs.Trigger>
        </Tabs.List>
        <Tabs.Content value="one">What sold this week.</Tabs.Content>
        <Tabs.Content value="two">Every license.</Tabs.Content>
      </Tabs.Root>
    ))}
  </Exhibit>
);

const Toasters = () => (
  <Exhibit name="Toasts">
    <Row>
      <Button variant="secondary" onClick={() => toast.success('Changes saved', 'They are on the wall now.')}>
        Success
      </Button>
      <Button variant="secondary" onClick={() => toast.error('Sign out failed', 'You are still signed in.')}>
        Error
      </Button>
      <Button
        variant="secondary"
        onClick={() => toast.warning("Connected, but couldn't save configuration for future use.")}
      >
        Warning
      </Button>
      <Button variant="secondary" onClick={() => toast.info('Cart cleared')}>
        Info
      </Button>
    </Row>
  </Exhibit>
);

/** Controls for pressing, choosing and typing. */
export const Controls = ({ group }: { group: string }) => (
  <Box display="grid" gap="10">
    <Buttons />
    <Fields />
    <Filters />
    <CheckboxesAndRadios group={group} />
    <TabSets />
    <Toasters />
  </Box>
);
