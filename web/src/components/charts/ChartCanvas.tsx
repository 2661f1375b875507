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

/** ECharts itself, with the modules in use. Loaded lazily: it is a chunk of its own. */
export default function ChartCanvas({ option, height }: { option: ChartOption; height: string }) {
  return (
    <EChartsReactCore
      echarts={echarts}
      opts={renderer}
      option={option}
      notMerge
      style={{ height, width: '100%' }}
    />
  );
}
