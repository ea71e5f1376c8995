// Routes whose code is loaded on their first request, so that a cloud starts without it.

import type { Route } from './route.ts';
import { createRouter, type Router } from './router.ts';

/** Properties of a route that are needed before it is loaded. */
export type RouteShape = readonly [methods: string, path: string, body_bytes_max?: number];

export function lateRoutes(shapes: readonly RouteShape[], load: () => Promise<readonly Route[]>): readonly Route[] {
  let loading: Promise<Router> | null = null;
  const answer: NonNullable<Route['methods']['GET']> = async (request) => {
    const router = await (loading ??= load().then(createRouter));
    return router.answer(request);
  };
  return shapes.map(([methods, path, body_bytes_max]) => ({
    path,
    methods: Object.fromEntries(methods.split(' ').map((method): [string, typeof answer] => [method, answer])),
    ...(body_bytes_max === undefined ? {} : { body_bytes_max }),
  }));
}

/** Returns the shape of a loaded route. */
export const shapeOf = ({ methods, path, body_bytes_max }: Route): RouteShape => {
  const names = Object.keys(methods).join(' ');
  return body_bytes_max === undefined ? [names, path] : [names, path, body_bytes_max];
};
