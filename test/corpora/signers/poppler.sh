#!/bin/sh
# Signs files with poppler's pdfsig, whose keys lie in a database of NSS.
set -u
table=$1
authority=$2
tab=$(printf '\t')
while IFS=$tab read -r operation from to; do
  # The two keys keep the name of their key file, "signer": each has a database of its own.
  key=rsa
  case $operation in ec) key=ec ;; esac
  own=$(mktemp -d)
  certutil -N -d "sql:$own" --empty-password
  for one in root people; do certutil -A -d "sql:$own" -n "$one" -t 'CT,C,C' -i "$authority/$one.pem"; done
  pk12util -i "$authority/$key.p12" -d "sql:$own" -W "$CORPUS_PASSWORD" >/dev/null
  how=
  case $operation in bb) how=-etsi ;; esac
  case $operation in
    field) words=$(pdfsig "$from" "$to" -nssdir "sql:$own" -sign Employee -nick signer -reason 'I agree' 2>&1) ;;
    *) words=$(pdfsig "$from" "$to" -nssdir "sql:$own" -add-signature $how -nick signer -reason 'I agree' 2>&1) ;;
  esac || {
    rm -f "$to"
    printf 'no\t%s\t%s: %s\n' "$to" "$operation" "$(printf '%s' "$words" | tr '\n\t' '  ')"
  }
  rm -rf "$own"
done <"$table"
