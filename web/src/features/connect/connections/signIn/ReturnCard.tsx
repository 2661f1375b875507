import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { isApiError } from '@/api';
import { type ConnectablePos, useFinishAuthorizationMutation } from '@/api/connect';
import { Card } from '@/components/data-list';
import { FormError } from '@/components/form/FormError';
import { TextSkeleton } from '@/components/skeleton/TextSkeleton';
import { messages } from '@/lib/messages';
import { read, remove } from '@/lib/storage/storage';
import { useSelectedLocation } from '@/state/hooks';
import { refusalText } from '../../words';

const words = messages.posSignIn;

/** What a POS led back, read from the address. */
export interface Back {
  state: string;
  /** Empty where the person refused. */
  code: string;
}

/** Reads what a POS led back; null where it did not. */
export function backFrom(search: URLSearchParams): Back | null {
  const state = search.get('state');
  return state === null ? null : { state, code: search.get('code') ?? '' };
}

interface ReturnCardProps {
  pos: ConnectablePos;
  back: Back;
  onAgain: () => void;
}

/** Connects with the code that a POS led back, once. */
export function ReturnCard({ pos, back, onAgain }: ReturnCardProps) {
  const name = messages.connections.names[pos];
  const [finish] = useFinishAuthorizationMutation();
  const [failure, setFailure] = useState<string | null>(null);
  const navigate = useNavigate();
  const { select } = useSelectedLocation('general');
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    const kept = read('pos_authorization');
    remove('pos_authorization');
    if (kept?.state !== back.state) return setFailure(words.elsewhere(name));
    if (back.code === '') return setFailure(words.denied(name));
    const { state, code } = back;
    finish({ finishAuthorizationRequest: { state, code, key: kept.key } })
      .unwrap()
      .then(({ body }) => {
        select(body.posID);
        const to = `/admin-configuration/connections/${encodeURIComponent(body.connectionID)}`;
        return navigate(to, { replace: true });
      })
      .catch((error: unknown) => {
        const isOld = isApiError(error) && (error.field === 'state' || error.field === 'code');
        setFailure(isOld ? words.tooOld(name) : refusalText(error, words.failed));
      });
  }, [back, select, finish, name, navigate]);
  return (
    <Card label={words.returned(name)}>
      {failure === null ? (
        <div role="status">
          <TextSkeleton>{words.asking(name)}</TextSkeleton>
        </div>
      ) : (
        <>
          <FormError text={failure} />
          <Button fullWidth onClick={onAgain}>
            {words.again}
          </Button>
        </>
      )}
    </Card>
  );
}
