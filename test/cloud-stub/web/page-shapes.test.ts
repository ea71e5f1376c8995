// The addresses under which pages are loaded are those that the pages have.

import test from 'ava';
import { shapeOf, type RouteShape } from '../../../cloud-stub/http/late-routes.ts';
import { ACCOUNT_SHAPES, PUBLIC_SHAPES } from '../../../cloud-stub/web/page-shapes.ts';
import { siteWorld } from '../../support/store/site-world.ts';

test('[C117] each page can be asked for before it is loaded, by its methods and with its longest body', async (t) => {
  const { pages } = await siteWorld(t);
  const textsOf = (shapes: readonly RouteShape[]) => new Set(shapes.map((shape) => shape.join(' ')));
  const loaded = pages.map(shapeOf).filter(([, path]) => !path.startsWith('/site/'));
  t.deepEqual(textsOf(loaded), textsOf([...PUBLIC_SHAPES, ...ACCOUNT_SHAPES]));
});
