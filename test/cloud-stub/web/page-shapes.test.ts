// Route shapes known before the pages load: they match the pages.

import test from 'ava';
import { shapeOf, type RouteShape } from '../../../cloud-stub/http/late-routes.ts';
import { ACCOUNT_SHAPES, PUBLIC_SHAPES } from '../../../cloud-stub/web/page-shapes.ts';
import { siteWorld } from '../../support/store/site-world.ts';

test('[C117] each lazy page has a route shape with its methods and body limit', async (t) => {
  const { pages } = await siteWorld(t);
  const textsOf = (shapes: readonly RouteShape[]) => new Set(shapes.map((shape) => shape.join(' ')));
  const loaded = pages.map(shapeOf).filter(([, path]) => !path.startsWith('/site/'));
  t.deepEqual(textsOf(loaded), textsOf([...PUBLIC_SHAPES, ...ACCOUNT_SHAPES]));
});
