import { Skeleton, Text } from '@mantine/core';
import { Component, lazy, type ReactNode, Suspense, useMemo } from 'react';
import { messages } from '@/lib/messages';
import type { ChartOption, ChartStyle } from './options';
import { useChartStyle } from './useChartStyle';

/** ECharts is evaluated in two steps, its core and then its charts: a slow phone responds in between. */
const ChartCanvas = lazy(async () => {
  await import('echarts/core');
  await new Promise((resolve) => setTimeout(resolve));
  return import('./ChartCanvas');
});

interface ChartProps {
  /** Pure builder of the option; keep it stable between renders (useCallback or useMemo). */
  build: (style: ChartStyle) => ChartOption;
  /** CSS height; in rem, so that it grows with the text. */
  height?: string;
}

/** A chart in the style of the app. The data belongs beside it as a table or list. */
export function Chart({ build, height = '16rem' }: ChartProps) {
  const style = useChartStyle();
  const option = useMemo(() => build(style), [build, style]);
  return (
    <ChartBoundary height={height}>
      <Suspense fallback={<Skeleton height={height} radius="md" />}>
        <ChartCanvas option={option} height={height} />
      </Suspense>
    </ChartBoundary>
  );
}

/** If a chart cannot be loaded, the figures beside it stay readable. */
class ChartBoundary extends Component<
  { height: string; children: ReactNode },
  { failed: boolean }
> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) {
      return this.props.children;
    }
    return (
      <Text c="dimmed" size="sm" ta="center" py="lg">
        {messages.chartWords.failed}
      </Text>
    );
  }
}
