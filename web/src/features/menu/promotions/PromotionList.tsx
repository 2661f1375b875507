import { Button, Checkbox } from '@mantine/core';
import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import { api, type Promotion, type PromotionsRequest, sessionCall } from '@/api';
import { type ListFilter, PagedRows, pagesOf } from '@/components/data-list';
import { FileRow } from '@/components/export/FileRow';
import { EmptySection } from '@/components/placeholder/EmptySection';
import { messages } from '@/lib/messages';
import { PromotionCard } from './PromotionCard';
import { PromotionSheet } from './PromotionSheet';
import classes from './Promotions.module.css';

type PromotionFilter = ListFilter<PromotionsRequest>;

/** Promotions of a location, with or without those that have ended. */
const promotionPages = pagesOf({
  call: api.endpoints.getPromotions,
  args: (promotionsRequest: PromotionsRequest) => ({ promotionsRequest }),
  rows: ({ promotionList }) => promotionList,
});

const { promotions, promotionWords: words } = messages;

const sameLocation = (before: PromotionFilter, now: PromotionFilter) => before.posID === now.posID;

/** The promotions of a location: valid ones, then upcoming ones, on request ended ones. */
export function PromotionList({ posID }: { posID: string }) {
  const [ended, setEnded] = useState(false);
  const [opened, setOpened] = useState<Promotion | null>(null);
  const filter = useMemo<PromotionFilter>(
    () => ({ posID, ...(ended && { ended: true }) }),
    [posID, ended],
  );
  const file = useMemo(() => ({ url: sessionCall('get-promotions'), body: filter }), [filter]);
  return (
    <>
      <FileRow request={file} name="promotions.csv">
        <Checkbox
          label={words.showEnded}
          checked={ended}
          onChange={(event) => setEnded(event.currentTarget.checked)}
          classNames={{ body: classes.ended }}
        />
      </FileRow>
      <PagedRows
        label={messages.menu.promotions}
        source={promotionPages}
        filter={filter}
        staysFor={sameLocation}
        skeleton={4}
        empty={
          <EmptySection
            text={promotions.none}
            next={words.noneNext}
            action={
              <Button component={Link} to="/home/menu" variant="default">
                {words.toMenu}
              </Button>
            }
          />
        }
        end={words.end}
        render={(promotion) => (
          <PromotionCard promotion={promotion} onOpen={() => setOpened(promotion)} />
        )}
      />
      <PromotionSheet promotion={opened} onClose={() => setOpened(null)} />
    </>
  );
}
