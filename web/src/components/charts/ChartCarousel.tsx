import { Carousel } from '@mantine/carousel';
import { ActionIcon, Text, Title, UnstyledButton } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { Card } from '@/components/data-list';
import { messages } from '@/lib/messages';
import { Chart } from './Chart';
import classes from './ChartCarousel.module.css';
import type { ChartLook, ChartOption } from './options';

/** One chart of a carousel. */
export interface Slide {
  key: string;
  title: string;
  /** `null` where there is nothing to draw. */
  build: ((look: ChartLook) => ChartOption) | null;
}

type Embla = Parameters<NonNullable<React.ComponentProps<typeof Carousel>['getEmblaApi']>>[0];

/** Charts one a view, with dots and arrows for those who do not swipe; no autoplay, no loop. */
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
        {slides.map((slide) => (
          <Carousel.Slide key={slide.key}>
            <Title order={2} fz="md" mb="xs">
              {slide.title}
            </Title>
            {slide.build === null ? (
              <Text c="dimmed" size="sm" ta="center" py="xl">
                {messages.views.noChartData}
              </Text>
            ) : (
              <Chart build={slide.build} />
            )}
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
