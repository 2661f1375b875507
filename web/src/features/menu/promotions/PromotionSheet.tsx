import { QRCodeSVG } from 'qrcode.react';
import type { Promotion } from '@/api';
import { CopyValue } from '@/components/buttons/CopyValue';
import { AttributeList } from '@/components/list/AttributeList';
import { BottomSheet } from '@/components/sheet/BottomSheet';
import { dateOf, formatDay } from '@/lib/dates';
import { messages } from '@/lib/messages';
import { discounted, formatMoney } from '@/lib/money';
import { light } from '@/theme/tokens';
import classes from './Promotions.module.css';
import { days, used } from './promotionWords';

const { promotions, promotionWords: words, itemSheet, menu } = messages;

/** Modules of margin around the code, as scanners need it. */
const QUIET_ZONE = 4;

interface PromotionSheetProps {
  promotion: Promotion | null;
  onClose: () => void;
}

/** A promotion's QR code and its details. An ended promotion has no code. */
export function PromotionSheet({ promotion, onClose }: PromotionSheetProps) {
  return (
    <BottomSheet
      opened={promotion !== null}
      onClose={onClose}
      title={promotion?.item.displayName ?? menu.promotions}
    >
      {promotion !== null && <Contents promotion={promotion} />}
    </BottomSheet>
  );
}

function Contents({ promotion }: { promotion: Promotion }) {
  const { item, offPercentage, promoCode, state, validFrom, validUntil } = promotion;
  const off = menu.off(String(offPercentage));
  const price = formatMoney(discounted(item.price, offPercentage));
  return (
    <div className={classes.sheet}>
      {state === 'ended' ? (
        <p className={classes.over}>{words.endedOn(formatDay(dateOf(validUntil)))}</p>
      ) : (
        <>
          {/* Dark on white in both schemes, for scanners. */}
          <QRCodeSVG
            value={promoCode}
            bgColor={light.surface}
            fgColor={light.text}
            marginSize={QUIET_ZONE}
            level="M"
            title={words.qrLabel(promoCode)}
            className={classes.qr}
          />
          <div className={classes.code}>
            <CopyValue value={promoCode} large />
          </div>
          <p className={classes.hint}>{promotions.qrCode}</p>
          {state === 'toCome' && (
            <p className={classes.over}>{words.startsOn(formatDay(dateOf(validFrom)))}</p>
          )}
        </>
      )}
      <AttributeList
        attributes={[
          { label: itemSheet.offer, value: item.openPrice ? off : `${price} · ${off}` },
          { label: words.days, value: days(promotion) },
          { label: words.redeemed, value: used(promotion) },
          ...(state === 'ended' ? [{ label: words.code, value: promoCode }] : []),
        ]}
      />
    </div>
  );
}
