import { listTechnicalContacts } from '#contract/contacts.ts'
import { to } from '#contract/screens.ts'
import { ContactsList } from './ContactsList.tsx'

/** Whom to reach about the technical side of the organisation's applications. */
export default function TechnicalContactsPage() {
  return (
    <ContactsList
      call={listTechnicalContacts}
      kind="technicalContact"
      screenOf={(slNo) => to('orgProfileTechnicalContactDetails', { slNo })}
      newScreen={to('orgProfileNewTechnicalContact')}
    />
  )
}
