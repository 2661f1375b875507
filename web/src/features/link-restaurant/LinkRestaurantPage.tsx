import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import formClasses from '@/components/form/Form.module.css';
import { FormPage } from '@/components/form/FormPage';
import { LinkLocationForm } from '@/components/location/LinkLocationForm';
import { LogoutDialog } from '@/components/session/LogoutDialog';
import { messages } from '@/lib/messages';

/** Links the first location of a person. Then this page's guard redirects to Home. */
export function Component() {
  const [leaving, setLeaving] = useState(false);
  return (
    <FormPage title={messages.locations.linkTitle} sentence={messages.locations.linkSentence}>
      <LinkLocationForm>
        <Link to="/admin-configuration/connect" className={formClasses.link}>
          {messages.connect.otherWays}
        </Link>
        <Button variant="subtle" onClick={() => setLeaving(true)} c="var(--sf-brand-text)">
          {messages.auth.logout}
        </Button>
      </LinkLocationForm>
      <LogoutDialog opened={leaving} onClose={() => setLeaving(false)} />
    </FormPage>
  );
}
