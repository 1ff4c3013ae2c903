"""What the Python programs here share: the table of jobs, each tried, and what fails said."""
import os
import sys

TSA = os.environ['CORPUS_TSA']
PASSWORD = os.environ['CORPUS_PASSWORD']
FOLDER = sys.argv[2]


def key_file(operation):
    return os.path.join(FOLDER, ('ec' if operation in ('ec', 'again') else 'rsa') + '.p12')


def certification(operation):
    return int(operation[7]) if operation.startswith('certify') else 0


def run(carry_out):
    for line in open(sys.argv[1], encoding='utf-8'):
        operation, source, target = line.rstrip('\n').split('\t')
        try:
            carry_out(operation, source, target)
        except Exception as reason:
            if os.path.exists(target):
                os.remove(target)
            print('no', target, operation + ': ' + ' '.join(repr(reason).split()), sep='\t')
