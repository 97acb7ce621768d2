" The record of a note's book is painted as YAML.
runtime! syntax/yaml.vim
