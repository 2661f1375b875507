import { Anchor } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useConfirmAddressMutation } from '@/api';
import formClasses from '@/components/form/Form.module.css';
import { FormError } from '@/components/form/FormError';
import { FormPage } from '@/components/form/FormPage';
import { SubmitBar } from '@/components/form/SubmitBar';
import { showToast } from '@/components/toast/toast';
import { messages } from '@/lib/messages';
import { useBlocking } from '@/state/useBlocking';
import { isBrokenLink, linkError } from './linkError';
import { useLinkToken } from './useLinkToken';

const words = messages.mailedLinks;

/** Confirms an address by the link that was mailed to it: on a tap, not by the mere look of a mail scanner. */
export function Component() {
  const navigate = useNavigate();
  const token = useLinkToken();
  const [confirm, { isLoading }] = useConfirmAddressMutation();
  const [failure, setFailure] = useState<string | null>(token === '' ? words.confirmBroken : null);
  useBlocking(isLoading);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setFailure(null);
    try {
      await confirm({ confirmAddressRequest: { token } }).unwrap();
      showToast({ severity: 'success', detail: words.confirmed });
      await navigate('/auth/login');
    } catch (error) {
      setFailure(isBrokenLink(error) ? words.confirmBroken : linkError(error, words.confirmFailed));
    }
  };

  return (
    <FormPage title={words.confirmTitle} sentence={words.confirmSentence}>
      <form className={formClasses.form} onSubmit={(event) => void submit(event)} noValidate>
        <FormError text={failure} />
        <SubmitBar label={words.confirm} busy={isLoading}>
          <Anchor component={Link} to="/auth/login" className={formClasses.link}>
            {words.toLogin}
          </Anchor>
        </SubmitBar>
      </form>
    </FormPage>
  );
}
