#pragma once
#include <libudev.h>
#include <sys/epoll.h> /* not in Swift's Glibc module */
