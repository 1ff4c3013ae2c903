import { listOrganisationCertificates, readOrganisation } from '#contract/organisation.ts'
import { listSealRequests, readSeal, readSealOffer, readSealRequest } from '#contract/seals.ts'
import { queries } from '../../kit/useCall.ts'

/** Whatever tells of the organisation's seal is asked for again. */
export const reload = () =>
  Promise.all(
    [readSeal, readSealOffer, readSealRequest, listSealRequests, readOrganisation, listOrganisationCertificates].map(({ path }) =>
      queries.invalidateQueries({ queryKey: [path] }),
    ),
  )
