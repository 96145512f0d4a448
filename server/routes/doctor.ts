import { type Request, Router } from 'express';
import { doctorPath } from '../../shared/paths.ts';
import { doctorPage } from '../editors/doctor/DoctorPage.tsx';
import type { PageDoctor } from '../editors/doctor/pageDoctor.ts';
import { contextOf } from '../http/requestContext.ts';
import type { ShowPage } from '../render/sendPage.ts';

interface Collaborators {
  readonly doctor: Pick<PageDoctor, 'report'>;
  /** Whether a request comes from somebody who writes here. */
  readonly mayEdit: (request: Request) => boolean;
  readonly show: ShowPage;
}

/** `GET /doctor`: what there is to mend. To everybody but editors there is no such page. */
export function createDoctorRoutes({ doctor, mayEdit, show }: Collaborators): Router {
  const router = Router();
  router.get(doctorPath, async (request, response, next) => {
    if (!mayEdit(request)) return next();
    contextOf(request).route = 'doctor';
    response.set('X-Robots-Tag', 'noindex');
    await show(request, response, doctorPage(await doctor.report()), 200);
  });
  return router;
}
