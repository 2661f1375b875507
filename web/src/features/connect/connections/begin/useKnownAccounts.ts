import { useEffect, useState } from 'react';
import { type ConnectablePos, type Connection, connectApi } from '@/api/connect';
import { useAppDispatch, useLocations } from '@/state/hooks';

/** The most other locations that are asked for their connections. */
const MOST_LOCATIONS = 20;

const { getConnections, getConnection } = connectApi.endpoints;

/** An account at a POS that is connected at another location, and has a location left. */
export interface KnownAccount {
  /** The name of the other location. */
  name: string;
  connection: Connection;
}

/** Accounts at a POS that the person's other locations are connected to; null while they are read. */
export function useKnownAccounts(pos: ConnectablePos, posID: string): KnownAccount[] | null {
  const dispatch = useAppDispatch();
  const { list } = useLocations();
  const [found, setFound] = useState<KnownAccount[] | null>(null);
  useEffect(() => {
    let isWanted = true;
    const others = list.filter((other) => other.posID !== posID && !other.isSample);
    const read = async () => {
      const accounts = new Map<string, KnownAccount>();
      for (const { posID: at, name } of others.slice(0, MOST_LOCATIONS)) {
        const request = { getConnectionsRequest: { posID: at } };
        const { body } = await dispatch(getConnections.initiate(request, once)).unwrap();
        const live = body.connectionList.filter((one) => one.state === 'live' && one.pos === pos);
        for (const { connectionID } of live.filter((one) => !accounts.has(one.connectionID))) {
          const of = { getConnectionRequest: { posID: at, connectionID } };
          const answer = await dispatch(getConnection.initiate(of, once)).unwrap();
          accounts.set(connectionID, { name, connection: answer.body });
        }
      }
      const left = [...accounts.values()].filter(({ connection }) => connection.offered.length > 0);
      if (isWanted) setFound(left);
    };
    // Without them the person enters what opens the account.
    read().catch(() => isWanted && setFound([]));
    return () => {
      isWanted = false;
    };
  }, [dispatch, list, pos, posID]);
  return found;
}

const once = { subscribe: false, forceRefetch: true };
