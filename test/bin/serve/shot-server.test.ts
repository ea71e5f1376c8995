// `tapin simulator shot-server` as a process: its output, its files, and the shots that it refuses.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { httpCall } from '../../support/process/http-call.ts';
import { startTapin } from '../../support/process/tapin-process.ts';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';
import { fieldsIn } from '../../support/read-json.ts';

const SHOT = {
  schema: 'service.shot.v1', type: 'shot', device_id: 'TP-0123456789AB', device_name: 'Mat, "left"', firmware: '0.9.0', time: 1_790_000_000, uptime_ms: 5000,
  game: 'close', game_name: 'Close-in putting', player_id: 1, player_name: '=SUM(A1)',
  target: { kind: 'hole', distance_ft: 3, hole: 0, stroke: 0 },
  shot: { club_speed_mps: 1.5, ball_speed_mps: 2.4, impact_ratio: 1.6, face_angle_deg: -0.5, face_rotation_deg_per_in: 0.5, attack_angle_deg: 1, left_inner_proportion: 0.5, right_inner_proportion: 0.4 },
  stimp: 10, x_factor: 1.1,
}; // oxfmt-ignore

test('[store §4.3] answers shots, prints them, and keeps them as JSON lines and CSV', async (t) => {
  const folder = await temporaryFolder(t);
  const [jsonl, csv] = [join(folder, 'shots.jsonl'), join(folder, 'shots.csv')];
  const server = await startTapin(t, ['simulator', 'shot-server', '--port', '0', '--jsonl', jsonl, '--csv', csv]);
  const { origin, pathname } = new URL(String(server.listening['shots']));
  t.is(pathname, '/service/shot');
  await server.untilStderr('Devices send shots only to private addresses (10.x.x.x');
  const post = async (body: unknown, path = pathname): Promise<number> =>
    (await httpCall(origin, path, { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) }))
      .status;
  t.is(await post({ ...SHOT, type: 'test' }), 204);
  await server.untilStderr('test from Mat, "left"');
  t.is(await post(SHOT), 204);
  t.is(await post({ ...SHOT, player_name: 'Bo', shot: { ...SHOT.shot, club_speed_mps: 1 } }), 204);
  await server.untilStderr('Bo, Close-in putting: hole at 3 ft, club 1.00 m/s, face -0.5°');
  for (const [body, status] of [
    ['no JSON', 400],
    ['[]', 400],
    [{ ...SHOT, shot: 7 }, 400],
    [{ ...SHOT, shot: {} }, 400],
    [{ ...SHOT, player_name: 7 }, 400],
    [{ ...SHOT, target: null }, 400],
    [{ ...SHOT, schema: 'service.shot.v2' }, 204],
    [{ ...SHOT, type: 'drive' }, 204],
  ] as const)
    // oxfmt-ignore
    t.is(await post(body), status);
  t.is(await post(SHOT, '/elsewhere'), 404);
  await server.untilStderr('/elsewhere is not POST /service/shot');
  t.deepEqual(readFileSync(jsonl, 'utf8').trim().split('\n').map((line) => fieldsIn(line)['player_name']), ['=SUM(A1)', 'Bo']); // oxfmt-ignore
  const [head, first, second, ...rest] = readFileSync(csv, 'utf8').trimEnd().split('\n');
  t.is(head, 'time,uptime_ms,device_id,device_name,game,game_name,player_id,player_name,target_kind,target_distance_ft,target_hole,target_stroke,club_speed_mps,ball_speed_mps,impact_ratio,face_angle_deg,face_rotation_deg_per_in,attack_angle_deg,left_inner_proportion,right_inner_proportion,stimp,x_factor'); // oxfmt-ignore
  t.is(first, "1790000000,5000,TP-0123456789AB,\"Mat, \"\"left\"\"\",close,Close-in putting,1,'=SUM(A1),hole,3,0,0,1.5,2.4,1.6,-0.5,0.5,1,0.5,0.4,10,1.1"); // oxfmt-ignore
  t.regex(second ?? '', /,Bo,hole,/);
  t.deepEqual(rest, []);
});
