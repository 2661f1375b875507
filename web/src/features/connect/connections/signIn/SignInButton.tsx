import { Button } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useState } from 'react';
import { type ConnectablePos, connectApi, useGetPosSystemsQuery } from '@/api/connect';
import { FormError } from '@/components/form/FormError';
import { messages } from '@/lib/messages';
import { write } from '@/lib/storage/storage';
import { useAppDispatch } from '@/state/hooks';
import { refusalText } from '../../words';
import { leaveFor } from './leave';

const words = messages.posSignIn;

/** Whether people can grant access at the page of a POS; null while that is not known. */
export function useSignsIn(pos: ConnectablePos): boolean | null {
  const { currentData, isError } = useGetPosSystemsQuery({ posSystemsRequest: {} });
  if (currentData === undefined) return isError ? false : null;
  return currentData.body.posSystemList.some((known) => known.pos === pos && known.signsIn);
}

interface SignInButtonProps {
  pos: ConnectablePos;
  posID: string;
  /** The connection that gets the new permission; a new one without it. */
  connectionID?: string;
}

/** Leads to the page of a POS on which a person grants access. */
export function SignInButton({ pos, posID, connectionID }: SignInButtonProps) {
  const dispatch = useAppDispatch();
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const go = async () => {
    setFailure(null);
    setBusy(true);
    try {
      const request = { posID, pos, ...(connectionID !== undefined && { connectionID }) };
      // Untracked: the store keeps no answer, which holds the key.
      const { body } = await dispatch(
        connectApi.endpoints.beginAuthorization.initiate(
          { beginAuthorizationRequest: request },
          { track: false },
        ),
      ).unwrap();
      const state = new URL(body.url).searchParams.get('state') ?? '';
      write('pos_authorization', { state, key: body.key });
      leaveFor(body.url);
    } catch (error) {
      setFailure(refusalText(error, words.failed));
      setBusy(false);
    }
  };
  return (
    <>
      <FormError text={failure} />
      <Button
        fullWidth
        leftSection={<IconExternalLink size={18} aria-hidden />}
        loading={busy}
        onClick={() => void go()}
      >
        {words.signIn(messages.connections.names[pos])}
      </Button>
    </>
  );
}

/** The same where the installation has an application at the POS. */
export function SignInOffer(props: SignInButtonProps) {
  return useSignsIn(props.pos) === true ? <SignInButton {...props} /> : null;
}
