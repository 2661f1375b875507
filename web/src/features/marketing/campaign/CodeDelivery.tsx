import { useGetPromoCodeDeliveryQuery } from '@/api';
import { messages } from '@/lib/messages';
import { useSignedIn } from '@/state/hooks';
import classes from './Campaign.module.css';

const words = messages.codeDelivery;

interface CodeDeliveryProps {
  posID: string;
  /** `null`: one that was not sent yet. */
  code: string | null;
}

/** Whether the POS knows a promo code, and what to do if it does not learn it automatically. */
export function CodeDelivery({ posID, code }: CodeDeliveryProps) {
  const signedIn = useSignedIn();
  const { data } = useGetPromoCodeDeliveryQuery(
    { promoCodeDeliveryRequest: { posID, ...(code !== null && { promoCode: code }) } },
    { skip: !signedIn, refetchOnMountOrArgChange: true },
  );
  const delivery = data?.body.delivery ?? null;
  const said = code === null ? words.before : words.after;
  return (
    <p className={classes.delivery} role="status" data-caution={delivery === 'manual' || undefined}>
      {delivery !== null && said[delivery]}
    </p>
  );
}
