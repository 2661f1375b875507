import '@mantine/carousel/styles.css';
import { Carousel } from '@mantine/carousel';
import { ActionIcon, Text, Title, UnstyledButton } from '@mantine/core';
import { IconChartBar, IconChevronLeft, IconChevronRight, IconTable } from '@tabler/icons-react';
import { useState } from 'react';
import { Card } from '@/components/data-list';
import { FigureInfo } from '@/components/figure';
import type { FigureId } from '@/lib/figures';
import { messages } from '@/lib/messages';
import { Chart } from './Chart';
import classes from './ChartCarousel.module.css';
import { ChartTable } from './ChartTable';
import type { ChartOption, ChartStyle } from './options';
import type { ChartTable as TableData } from './table';

/** One chart of a carousel. */
export interface Slide {
  key: string;
  title: string;
  /** The figure, which the icon beside the title explains. */
  figures?: readonly FigureId[];
  /** What the chart does not show by itself. */
  note?: string | undefined;
  /** `null` if there is nothing to draw. */
  build: ((style: ChartStyle) => ChartOption) | null;
  /** The same data as a table. */
  table: TableData;
}

type Embla = Parameters<NonNullable<React.ComponentProps<typeof Carousel>['getEmblaApi']>>[0];

/** One chart at a time, with dots and arrows beside swiping; no autoplay, no loop. */
export function ChartCarousel({ slides, label }: { slides: readonly Slide[]; label: string }) {
  const [embla, setEmbla] = useState<Embla | null>(null);
  const [shown, setShown] = useState(0);
  const current = Math.min(shown, slides.length - 1);
  return (
    <Card label={label}>
      <Carousel
        slideSize="100%"
        slideGap="md"
        withControls={false}
        withIndicators={false}
        getEmblaApi={setEmbla}
        onSlideChange={setShown}
        emblaOptions={{ loop: false, align: 'start' }}
      >
        {slides.map((slide, index) => (
          <Carousel.Slide
            key={slide.key}
            className={classes.slide}
            data-shown={index === current || undefined}
            // A hidden slide takes no focus.
            inert={index !== current}
          >
            <SlideContent slide={slide} />
          </Carousel.Slide>
        ))}
      </Carousel>
      {slides.length > 1 && (
        <div className={classes.footer}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={44}
            className={classes.arrow}
            aria-label={messages.chartWords.previous}
            disabled={current === 0}
            onClick={() => embla?.scrollPrev()}
          >
            <IconChevronLeft aria-hidden />
          </ActionIcon>
          {slides.map((slide, index) => (
            <UnstyledButton
              key={slide.key}
              className={classes.dot}
              aria-label={slide.title}
              aria-current={index === current}
              onClick={() => embla?.scrollTo(index)}
            />
          ))}
          <ActionIcon
            variant="subtle"
            color="gray"
            size={44}
            className={classes.arrow}
            aria-label={messages.chartWords.next}
            disabled={current === slides.length - 1}
            onClick={() => embla?.scrollNext()}
          >
            <IconChevronRight aria-hidden />
          </ActionIcon>
        </div>
      )}
    </Card>
  );
}

function SlideContent({ slide }: { slide: Slide }) {
  const [asTable, setAsTable] = useState(false);
  const { title, figures = [], note, build, table } = slide;
  const { asTable: toTable, asChart } = messages.chartWords;
  const Toggle = asTable ? IconChartBar : IconTable;
  return (
    <>
      <div className={classes.head}>
        <Title order={2} fz="md">
          {title}
        </Title>
        {figures.length > 0 && <FigureInfo id={figures} />}
        {build !== null && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size={44}
            className={classes.toggle}
            aria-label={`${asTable ? asChart : toTable}: ${title}`}
            onClick={() => setAsTable(!asTable)}
          >
            <Toggle size={20} aria-hidden />
          </ActionIcon>
        )}
      </div>
      {note !== undefined && <p className={classes.note}>{note}</p>}
      {build === null ? (
        <Text c="dimmed" size="sm" ta="center" py="xl">
          {messages.views.noChartData}
        </Text>
      ) : asTable ? (
        <ChartTable title={title} table={table} />
      ) : (
        <Chart build={build} />
      )}
    </>
  );
}
