import { listSponsors } from '#contract/contacts.ts'
import { to } from '#contract/screens.ts'
import { ContactsList } from './ContactsList.tsx'

/** Who speaks for the organisation about its applications. */
export default function SponsorsPage() {
  return (
    <ContactsList
      call={listSponsors}
      kind="sponsor"
      screenOf={(slNo) => to('orgProfileSponsorDetails', { slNo })}
      newScreen={to('orgProfileNewSponsor')}
    />
  )
}
