import { BarChart, LineChart, PieChart } from 'echarts/charts';
import {
  AriaComponent,
  GridComponent,
  LegendComponent,
  TooltipComponent,
} from 'echarts/components';
import { dispose, getInstanceByDom, init, use } from 'echarts/core';
import { LabelLayout } from 'echarts/features';
import { SVGRenderer } from 'echarts/renderers';
import EChartsReactCore from 'echarts-for-react/esm/core';
import { useLayoutEffect, useRef } from 'react';
import { usePrinting } from '@/components/print/usePrinting';
import type { ChartOption } from './options';

use([
  AriaComponent,
  BarChart,
  GridComponent,
  LabelLayout,
  LegendComponent,
  LineChart,
  PieChart,
  SVGRenderer,
  TooltipComponent,
]);

const renderer = { renderer: 'svg' } as const;

/** Stands for the chart of an element that is gone: echarts-for-react asks once more when it left during its first frame. */
const gone = { setOption: () => undefined, hideLoading: () => undefined };

const echarts = {
  init,
  dispose,
  getInstanceByDom: (element: HTMLElement | null) =>
    element === null ? gone : getInstanceByDom(element),
};

/** Width on paper, which the page of a phone does not have; A4 and Letter have room for it. */
const PAPER_WIDTH = '52rem';

/** ECharts itself, with the modules in use. Loaded lazily: it is a chunk of its own. */
export default function ChartCanvas({ option, height }: { option: ChartOption; height: string }) {
  const chart = useRef<EChartsReactCore>(null);
  const printing = usePrinting();
  // The paper is laid out before the next frame, which would draw the chart.
  useLayoutEffect(() => {
    if (!printing) return;
    const instance = chart.current?.getEchartsInstance();
    instance?.resize();
    instance?.getZr().flush();
  }, [printing]);
  return (
    <EChartsReactCore
      ref={chart}
      echarts={echarts}
      opts={renderer}
      option={option}
      notMerge
      style={{ height, width: printing ? PAPER_WIDTH : '100%' }}
    />
  );
}
