import { ChooseLocation } from '@/components/location/choice/ChooseLocation';
import { LocationStrip } from '@/components/location/LocationStrip';
import { TopBar } from '@/components/navigation/TopBar';
import { Page } from '@/components/page/Page';
import { messages } from '@/lib/messages';
import { useSelectedLocation } from '@/state/hooks';
import { PromotionList } from './promotions/PromotionList';

/** /promotions: the promotions of one location. */
export function Component() {
  const { posID } = useSelectedLocation('general');
  return (
    <>
      <TopBar title={messages.tiles.promotions} />
      <Page>
        <LocationStrip variant="general" />
        {posID === null ? (
          <ChooseLocation text={messages.marketing.selectLocation} />
        ) : (
          <PromotionList posID={posID} />
        )}
      </Page>
    </>
  );
}
