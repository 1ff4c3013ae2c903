import { useTranslation } from 'react-i18next'

/** Whose requests a list is narrowed to, as the wire numbers them. */
export function useKindsOfUsers() {
  const { t } = useTranslation('approvals')
  const choices = [
    { id: '1', label: t('kinds.admins') },
    { id: '2', label: t('kinds.users') },
  ]
  return { label: t('kind'), all: t('allKinds'), choices }
}
