import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

/**
 * The certificates and CRLs of NIST's Public Key Interoperability Test Suite (PKITS 1.0.1, 2011; a work of the United States
 * Government, in the public domain), unchanged, by the names of its files.
 */
const data = JSON.parse(gunzipSync(readFileSync(new URL('./validation-pkits.json.gz', import.meta.url))).toString()) as {
  certificates: Record<string, string>
  crls: Record<string, string>
}

const decoded = (from: Record<string, string>) =>
  new Map(Object.entries(from).map(([name, base64]) => [name, new Uint8Array(Buffer.from(base64, 'base64'))]))

export const certificates = decoded(data.certificates)
export const crls = decoded(data.crls)

const nist = (n: number) => `2.16.840.1.101.3.2.1.48.${n}`

export type PolicyCase = {
  test: string
  target: string
  /** Numbers of the NIST test policies in the user's initial set; left out it is any policy. */
  accepted?: number[]
  requireExplicit?: boolean
  inhibitMapping?: boolean
  inhibitAny?: boolean
  valid: boolean
}

const policyCase = (
  test: string,
  target: string,
  valid: boolean,
  inputs: Omit<PolicyCase, 'test' | 'target' | 'valid'> = {},
): PolicyCase => ({
  test,
  target,
  valid,
  ...inputs,
})
const explicit = { requireExplicit: true }

/** The tests whose outcome hangs on inputs about policy: PKITS 4.8 to 4.12. Those of 4.8 to 4.12 whose file's name says the outcome under default inputs are run by that name as well. */
export const policyCases: PolicyCase[] = [
  policyCase('4.8.1.1', 'ValidCertificatePathTest1', true, explicit),
  policyCase('4.8.1.2', 'ValidCertificatePathTest1', true, { ...explicit, accepted: [1] }),
  policyCase('4.8.1.3', 'ValidCertificatePathTest1', false, { ...explicit, accepted: [2] }),
  policyCase('4.8.1.4', 'ValidCertificatePathTest1', true, { ...explicit, accepted: [1, 2] }),
  policyCase('4.8.2.1', 'AllCertificatesNoPoliciesTest2', true),
  policyCase('4.8.2.2', 'AllCertificatesNoPoliciesTest2', false, explicit),
  policyCase('4.8.3.1', 'DifferentPoliciesTest3', true),
  policyCase('4.8.3.2', 'DifferentPoliciesTest3', false, explicit),
  policyCase('4.8.3.3', 'DifferentPoliciesTest3', false, { ...explicit, accepted: [1, 2] }),
  policyCase('4.8.4', 'DifferentPoliciesTest4', false),
  policyCase('4.8.5', 'DifferentPoliciesTest5', false),
  policyCase('4.8.6.1', 'OverlappingPoliciesTest6', true),
  policyCase('4.8.6.2', 'OverlappingPoliciesTest6', true, { accepted: [1] }),
  policyCase('4.8.6.3', 'OverlappingPoliciesTest6', false, { accepted: [2] }),
  policyCase('4.8.7', 'DifferentPoliciesTest7', false),
  policyCase('4.8.8', 'DifferentPoliciesTest8', false),
  policyCase('4.8.9', 'DifferentPoliciesTest9', false),
  policyCase('4.8.10.1', 'AllCertificatesSamePoliciesTest10', true, { accepted: [1] }),
  policyCase('4.8.10.2', 'AllCertificatesSamePoliciesTest10', true, { accepted: [2] }),
  policyCase('4.8.10.3', 'AllCertificatesSamePoliciesTest10', true),
  policyCase('4.8.11.1', 'AllCertificatesanyPolicyTest11', true),
  policyCase('4.8.11.2', 'AllCertificatesanyPolicyTest11', true, { accepted: [1] }),
  policyCase('4.8.12', 'DifferentPoliciesTest12', false),
  policyCase('4.8.13.1', 'AllCertificatesSamePoliciesTest13', true, { accepted: [1] }),
  policyCase('4.8.13.2', 'AllCertificatesSamePoliciesTest13', true, { accepted: [2] }),
  policyCase('4.8.13.3', 'AllCertificatesSamePoliciesTest13', true, { accepted: [3] }),
  policyCase('4.8.14.1', 'AnyPolicyTest14', true, { accepted: [1] }),
  policyCase('4.8.14.2', 'AnyPolicyTest14', false, { accepted: [2] }),
  policyCase('4.8.15', 'UserNoticeQualifierTest15', true),
  policyCase('4.8.16', 'UserNoticeQualifierTest16', true),
  policyCase('4.8.17', 'UserNoticeQualifierTest17', true),
  policyCase('4.8.18.1', 'UserNoticeQualifierTest18', true, { accepted: [1] }),
  policyCase('4.8.18.2', 'UserNoticeQualifierTest18', true, { accepted: [2] }),
  policyCase('4.8.19', 'UserNoticeQualifierTest19', true),
  policyCase('4.8.20', 'CPSPointerQualifierTest20', true, explicit),
  policyCase('4.10.1.1', 'ValidPolicyMappingTest1', true, { accepted: [1] }),
  policyCase('4.10.1.2', 'ValidPolicyMappingTest1', false, { accepted: [2] }),
  policyCase('4.10.1.3', 'ValidPolicyMappingTest1', false, { inhibitMapping: true }),
  policyCase('4.10.2.1', 'InvalidPolicyMappingTest2', false),
  policyCase('4.10.2.2', 'InvalidPolicyMappingTest2', false, { inhibitMapping: true }),
  policyCase('4.10.3.1', 'ValidPolicyMappingTest3', false, { accepted: [1] }),
  policyCase('4.10.3.2', 'ValidPolicyMappingTest3', true, { accepted: [2] }),
  policyCase('4.10.5.1', 'ValidPolicyMappingTest5', true, { accepted: [1] }),
  policyCase('4.10.5.2', 'ValidPolicyMappingTest5', false, { accepted: [6] }),
  policyCase('4.10.6.1', 'ValidPolicyMappingTest6', true, { accepted: [1] }),
  policyCase('4.10.6.2', 'ValidPolicyMappingTest6', false, { accepted: [6] }),
  policyCase('4.10.12.1', 'ValidPolicyMappingTest12', true, { accepted: [1] }),
  policyCase('4.10.12.2', 'ValidPolicyMappingTest12', true, { accepted: [2] }),
  policyCase('4.12.3.1', 'inhibitAnyPolicyTest3', true),
  policyCase('4.12.3.2', 'inhibitAnyPolicyTest3', false, { inhibitAny: true }),
]

export const policyInputs = ({ accepted, requireExplicit, inhibitMapping, inhibitAny }: PolicyCase) => ({
  accepted: accepted?.map(nist),
  requireExplicit,
  inhibitMapping,
  inhibitAny,
})
